// SPDX-License-Identifier: Apache-2.0
// What format a file has, told by its content and never by its name.
#pragma once

#include <string_view>

#include "wire/intake/format.h"

namespace tfprof {

// The format of a file: one whose sign it bears, else the one whose structure
// its first records have, binary or text; null if it is of no known format.
// An empty file, or text without a field, is kEmptyFile. Records have names: a
// file most of whose records lack theirs is of no known format. Looks at a bounded
// number of fields, however large the file is. A file that is cut short or
// damaged further on still has its format.
const Format* Recognise(std::string_view content);

// Whether a stream that begins so is to be read to its end: it has a known
// format, and none of its first records is damaged.
bool IsWorthReadingOn(std::string_view beginning);

// No bytes, or text without a field: valid for several formats.
extern const Format kEmptyFile;

// Whether `content` can be read as `format`, even if another is likelier.
bool CouldBe(const Format& format, std::string_view content);

// The same where `likely`, what Recognise says of `content`, is known.
bool CouldBe(const Format& format, std::string_view content,
             const Format* likely);

// "a GraphDef", or "of no known kind" for null: after "is".
std::string_view WordsOf(const Format* format);

}  // namespace tfprof
