// SPDX-License-Identifier: Apache-2.0
#include "render/text/cut.h"

#include <algorithm>

#include <fmt/format.h>

namespace tfprof {

namespace {

// The first `count` characters.
std::string_view Head(std::string_view text, size_t count) {
  size_t end = 0;
  for (; end < text.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(text[end]) & 0xC0) != 0x80;
    if (begins && count-- == 0) break;
  }
  return text.substr(0, end);
}

// Keeps `head` characters of the beginning, and as many of the end as fit.
std::string Cut(std::string_view text, size_t head, size_t width) {
  const size_t whole = TextWidth(text);
  if (whole <= width) return std::string(text);
  const size_t tail = width - 1 - head;
  return fmt::format("{}…{}", Head(text, head),
                     text.substr(Head(text, whole - tail).size()));
}

}  // namespace

size_t TextWidth(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(),
      [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string CutInTheMiddle(std::string_view text, size_t width) {
  return Cut(text, (width - 1) / 2, width);
}

std::string CutInFront(std::string_view text, size_t width) {
  return Cut(text, 0, width);
}

std::string EndsOf(std::string_view text, size_t width) {
  constexpr size_t kMostOfCharacter = 4;
  const size_t end = kMostOfCharacter * (width + 1);
  if (text.size() <= 3 * end) return std::string(text);
  return std::string(text.substr(0, end))
      .append(text.substr(text.size() - end));
}

std::string Wrapped(std::string_view text, size_t width) {
  std::string lines;
  size_t line = 0;  // start of the last line
  while (!text.empty()) {
    const size_t end = std::min(text.find(' ', 1), text.size());
    const std::string_view word = text.substr(0, end);
    const size_t wide = TextWidth(std::string_view(lines).substr(line));
    if (width > 0 && wide > 0 && wide + TextWidth(word) > width) {
      lines += '\n';
      line = lines.size();
      lines += word.front() == ' ' ? word.substr(1) : word;
    } else {
      lines += word;
    }
    text.remove_prefix(end);
  }
  return lines;
}

}  // namespace tfprof
