// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

// The pieces between separators; empty pieces are dropped.
std::vector<std::string> SplitNonEmpty(std::string_view text, char separator);

// Lower case of ASCII letters; other bytes stay.
std::string AsciiLower(std::string_view text);

// tfprof: the base name of a path; a bare "scheme://host" has none. A scheme
// needs two characters, so "a://b" is a path.
std::string_view FileBaseName(std::string_view path);

// What follows the last '/', or everything.
std::string_view AfterLastSlash(std::string_view path);

// Whether a text is decimal digits and nothing else.
inline bool IsNumber(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Whether two texts are equal, without looking at them if they are one: very
// many rows may refer to a long one.
inline bool IsSameText(std::string_view a, std::string_view b) {
  return a.size() == b.size() && (a.data() == b.data() || a == b);
}

inline bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// A decimal integer with an optional sign and nothing else around it.
std::optional<int64_t> ParseInt64(std::string_view text);

// true, t, yes, y, 1 or false, f, no, n, 0, in any case.
std::optional<bool> ParseBool(std::string_view text);

// The word that differs from `text` by the fewest edits, if it is close enough
// to be what was meant; else empty.
std::string_view NearestWord(std::string_view text,
                             const std::vector<std::string_view>& words);

// ", did you mean 'scope'?", or nothing when no word is near.
std::string Suggestion(std::string_view text,
                       const std::vector<std::string_view>& words);

// `text` with control characters, those that turn the direction of text, codes
// of no character (U+FFFE) and broken UTF-8 written as \n, \t or \xNN, fit for
// one line of a terminal.
std::string Printable(std::string_view text);

// `text`; if it has more than `most` bytes only both ends, with "..." between.
std::string Shortened(std::string_view text, size_t most = 1000);

// What stands for a text in names that are made of it, of which there may be
// many: the text, or of one of more than 1,000 bytes both its ends and a number,
// so that different texts stay different.
std::string StandIn(std::string_view text);

// The same for what hosts, devices and allocators are called, of which each of
// very many names may begin with one: of more than 255 bytes, as no domain name
// has.
std::string StandInForPlace(std::string_view place);

bool IsUtf8(std::string_view text);

// `text` with each byte that is not UTF-8 replaced by U+FFFD.
std::string ValidUtf8(std::string_view text);

// `text` with each byte that is not UTF-8 written as \xNN.
std::string EscapedUtf8(std::string_view text);

// As C and the text format of protobuf write bytes between quotes.
std::string CEscaped(std::string_view bytes);

}  // namespace tfprof
