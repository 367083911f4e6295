// SPDX-License-Identifier: Apache-2.0
#include "commands/ascii_toml.h"

#include <charconv>

#include <fmt/format.h>

#include "base/strings.h"

namespace tfprof {

std::string InAscii(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  std::string ascii;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80 || c == '~') {
      ascii += fmt::format("~{:02X}~", static_cast<unsigned char>(c));
    } else {
      ascii += c;
    }
  }
  return ascii;
}

std::string FromAscii(std::string_view ascii) {
  std::string text;
  for (size_t at = 0; at < ascii.size(); ++at) {
    unsigned byte = 0;
    const char* const digits = ascii.data() + at + 1;
    if (ascii[at] == '~' && at + 3 < ascii.size() && ascii[at + 3] == '~' &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      text += static_cast<char>(byte);
      at += 3;
    } else {
      text += ascii[at];
    }
  }
  return text;
}

std::string WordsOfTomlError(std::string_view description) {
  std::string what = FromAscii(description);
  if (what.ends_with("saw '~'")) what += " or a letter beyond ASCII";
  return Printable(what);
}

}  // namespace tfprof
