// SPDX-License-Identifier: Apache-2.0
#include "base/base64_writer.h"

#include <cstdint>
#include <utility>

namespace tfprof {

namespace {

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Four letters for up to three bytes.
void AppendGroup(std::string& text, std::string_view bytes) {
  uint32_t group = 0;
  for (size_t i = 0; i < 3; ++i) {
    group = group << 8 |
            (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
  }
  for (size_t i = 0; i < 4; ++i) {
    text += i > bytes.size() ? '=' : kLetters[group >> (18 - 6 * i) & 63];
  }
}

}  // namespace

Status Base64Writer::Write(std::string_view bytes) {
  std::string all = std::exchange(rest_, {});
  all += bytes;
  const size_t whole = all.size() / 3 * 3;
  std::string text;
  text.reserve(whole / 3 * 4);
  for (size_t at = 0; at < whole; at += 3) {
    AppendGroup(text, std::string_view(all).substr(at, 3));
  }
  rest_ = all.substr(whole);
  return out_.Write(text);
}

Status Base64Writer::Close() {
  if (rest_.empty()) return {};
  std::string text;
  AppendGroup(text, std::exchange(rest_, {}));
  return out_.Write(text);
}

}  // namespace tfprof
