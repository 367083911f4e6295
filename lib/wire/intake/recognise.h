// SPDX-License-Identifier: Apache-2.0
// Recognizes formats of files by content, never by name.
#pragma once

#include <string_view>

#include "wire/intake/format.h"

namespace tfprof {

// The format of a file: one whose mark it has, else the one with the structure
// of its first records, binary or text; null if it is unknown. An empty file,
// or text without a field, is kEmptyFile. A file whose records mostly lack
// names is of no known format. Looks at a bounded number of fields, whatever
// the size of the file. A file that is cut short or damaged further on still
// has its format.
const Format* Recognise(std::string_view content);

// True if a stream with this beginning should be read to its end: its format is
// known, and its first records are undamaged.
bool IsWorthReadingOn(std::string_view beginning);

// No bytes, or text without a field: valid for several formats.
extern const Format kEmptyFile;

// True if a binary file went through a conversion of texts: bytes that are no
// UTF-8 became U+FFFD. Looks at the first 64 KiB.
bool WasConvertedAsText(std::string_view content);

// The error for such a file.
Failure ConvertedAsText(const std::string& path);

// True if `content` can be read as `format`, even if another is likelier.
bool CouldBe(const Format& format, std::string_view content);

// The same if `likely`, the result of Recognise, is already known.
bool CouldBe(const Format& format, std::string_view content,
             const Format* likely);

// "a GraphDef", or "of no known kind" for null: text after "is".
std::string_view WordsOf(const Format* format);

}  // namespace tfprof
