// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

// The pieces between separators, without empty ones.
std::vector<std::string> SplitNonEmpty(std::string_view text, char separator);

// Lower case of ASCII letters; other bytes stay.
std::string AsciiLower(std::string_view text);

// tfprof: the base name of a path; a bare "scheme://host" has none. A scheme
// needs two characters, so "a://b" is a path.
std::string_view FileBaseName(std::string_view path);

// The text after the last '/', or everything.
std::string_view AfterLastSlash(std::string_view path);

inline bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// True for ASCII letters, digits and '_'.
inline bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c) ||
         c == '_';
}

bool StartsWithAny(std::string_view text,
                   std::initializer_list<std::string_view> starts);

// True if a text consists of decimal digits only.
inline bool IsNumber(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Compares texts; skips the comparison if both are the same view, since very
// many rows may refer to one long text.
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

// The word with the smallest edit distance to `text`, if it is close enough;
// else empty.
std::string_view NearestWord(std::string_view text,
                             const std::vector<std::string_view>& words);

// ", did you mean 'scope'?", or empty if no word is close.
std::string Suggestion(std::string_view text,
                       const std::vector<std::string_view>& words);

// `text` in a form for one line of a terminal: control characters, direction
// changes, noncharacters (U+FFFE) and broken UTF-8 are written as \n, \t or
// \xNN.
std::string Printable(std::string_view text);

// `text`, or only both ends with "..." between if it has more than `most`
// bytes.
std::string Shortened(std::string_view text, size_t most = 1000);

// The form of a text inside composed names, of which there may be many: the
// text, or for more than 1,000 bytes both its ends and a number, so different
// texts stay different.
std::string StandIn(std::string_view text);

// The same for names of hosts, devices and allocators, which may be a prefix of
// very many names: shortened from 255 bytes on, the limit of domain names.
std::string StandInForPlace(std::string_view place);

bool IsUtf8(std::string_view text);

// `text` with each byte that is not UTF-8 replaced by U+FFFD.
std::string ValidUtf8(std::string_view text);

// `text` with each byte that is not UTF-8 written as \xNN.
std::string EscapedUtf8(std::string_view text);

// `bytes` escaped as between quotes in C and in protobuf's text format.
std::string CEscaped(std::string_view bytes);

}  // namespace tfprof
