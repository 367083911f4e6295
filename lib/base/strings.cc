// SPDX-License-Identifier: Apache-2.0
#include "base/strings.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <numeric>

#include <fmt/format.h>

namespace tfprof {

namespace {

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replace = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
    }
  }
  return row.back();
}

// The length of the valid UTF-8 sequence at the start of `text`, or 0.
size_t Utf8Length(std::string_view text) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                        : first >= 0xE0 && first <= 0xEF ? 3
                        : first >= 0xF0 && first <= 0xF4 ? 4
                                                         : 0;
  // Bounds of the second byte, narrower for overlong sequences, surrogates and
  // values past the last character.
  unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  for (size_t i = 1; i < length; ++i) {
    if (byte(i) < least || byte(i) > most) return 0;
    least = 0x80;
    most = 0xBF;
  }
  return length;
}

// Characters that change the direction of text or end a line, so the displayed
// text would differ from the real one.
bool IsDirection(std::string_view character) {
  return character == "\u061C" || character == "\u200E" ||
         character == "\u200F" ||
         (character >= "\u2028" && character <= "\u202E") ||
         (character >= "\u2066" && character <= "\u2069");
}

// Noncharacters, which nothing displays: the last two of every 65,536 codes,
// and U+FDD0 to U+FDEF.
bool IsNoncharacter(std::string_view character) {
  if (character >= "\uFDD0" && character <= "\uFDEF") return true;
  if (character.size() < 3) return false;
  const bool is_last = character.ends_with("\xBF\xBE") ||
                       character.ends_with("\xBF\xBF");
  return is_last && (character.size() == 3 ? character[0] == '\xEF'
                                           : (character[1] & 0x0F) == 0x0F);
}

// True for characters that a terminal interprets (below a space, DEL, U+0080 to
// U+009F, directions) and for noncharacters.
bool IsControl(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  return first < 0x20 || first == 0x7F ||
         (first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0) ||
         (first >= 0xD8 &&
          (IsDirection(character) || IsNoncharacter(character)));
}

void AppendHex(std::string& out, char c) {
  out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
}

// `text` with each byte that is not UTF-8 replaced by the output of `append`.
template <typename Append>
std::string WithBrokenBytes(std::string_view text, Append append) {
  std::string out;
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    if (length > 0) {
      out += text.substr(0, length);
    } else {
      append(out, text[0]);
    }
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return out;
}

std::string WithNumberIfCut(std::string ends, std::string_view text) {
  if (ends.size() == text.size()) return ends;
  return fmt::format("{} #{:016x}", ends, std::hash<std::string_view>()(text));
}

}  // namespace

std::vector<std::string> SplitNonEmpty(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (end > 0) pieces.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return pieces;
}

bool StartsWithAny(std::string_view text,
                   std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) {
    return text.starts_with(start);
  });
}

std::string AsciiLower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string_view FileBaseName(std::string_view path) {
  const size_t colon = path.find("://");
  const auto is_scheme_byte = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '.';
  };
  const bool has_scheme =
      colon != std::string_view::npos && colon >= 2 &&
      !(path[0] >= '0' && path[0] <= '9') && path[0] != '.' &&
      std::all_of(path.begin(), path.begin() + static_cast<long>(colon),
                  is_scheme_byte);
  if (has_scheme && path.find('/', colon + 3) == std::string_view::npos) {
    return {};
  }
  return AfterLastSlash(path);
}

std::string_view AfterLastSlash(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::optional<int64_t> ParseInt64(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-')
    text.remove_prefix(1);
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return value;
}

std::optional<bool> ParseBool(std::string_view text) {
  const std::string word = AsciiLower(text);
  const auto is_one_of = [&](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (is_one_of({"true", "t", "yes", "y", "1"})) return true;
  if (is_one_of({"false", "f", "no", "n", "0"})) return false;
  return std::nullopt;
}

std::string_view NearestWord(std::string_view text,
                             const std::vector<std::string_view>& words) {
  std::string_view best;
  size_t least = std::max<size_t>(1, text.size() / 3) + 1;
  for (const std::string_view word : words) {
    if (const size_t distance = EditDistance(text, word); distance < least) {
      least = distance;
      best = word;
    }
  }
  return best;
}

std::string Suggestion(std::string_view text,
                       const std::vector<std::string_view>& words) {
  const std::string_view near = NearestWord(text, words);
  return near.empty() ? "" : fmt::format(", did you mean '{}'?", near);
}

std::string Printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    const std::string_view character =
        text.substr(0, std::max<size_t>(length, 1));
    text.remove_prefix(character.size());
    if (character == "\n") {
      out += "\\n";
    } else if (character == "\t") {
      out += "\\t";
    } else if (length > 0 && !IsControl(character)) {
      out += character;
    } else {
      for (const char c : character) AppendHex(out, c);
    }
  }
  return out;
}

std::string Shortened(std::string_view text, size_t most) {
  constexpr std::string_view kCut = "...";
  if (text.size() <= most) return std::string(text);
  const auto is_inside = [&](size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  size_t begin = (most - kCut.size()) / 2;
  size_t end = text.size() - begin;
  while (begin > 0 && is_inside(begin)) --begin;
  while (end < text.size() && is_inside(end)) ++end;
  return std::string(text.substr(0, begin)).append(kCut).append(
      text.substr(end));
}

std::string CEscaped(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    switch (c) {
      case '\n':
        text += "\\n";
        break;
      case '\r':
        text += "\\r";
        break;
      case '\t':
        text += "\\t";
        break;
      case '"':
        text += "\\\"";
        break;
      case '\'':
        text += "\\'";
        break;
      case '\\':
        text += "\\\\";
        break;
      default:
        if (c >= ' ' && c < 127) {
          text += c;
        } else {
          text += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
        }
    }
  }
  return text;
}

std::string StandIn(std::string_view text) {
  return WithNumberIfCut(Shortened(text), text);
}

std::string StandInForPlace(std::string_view place) {
  return WithNumberIfCut(Shortened(place, 255), place);
}

std::string ValidUtf8(std::string_view text) {
  return WithBrokenBytes(
      text, [](std::string& out, char) { out += "\uFFFD"; });
}

std::string EscapedUtf8(std::string_view text) {
  return WithBrokenBytes(text, AppendHex);
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace tfprof
