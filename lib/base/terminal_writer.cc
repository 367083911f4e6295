// SPDX-License-Identifier: Apache-2.0
#include "base/terminal_writer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"

namespace tfprof {

namespace {

// The number of bytes at the end that may be an incomplete character.
size_t UnfinishedBytes(std::string_view text) {
  const size_t most = std::min<size_t>(text.size(), 3);
  for (size_t back = 1; back <= most; ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) return 0;
    if (byte < 0xC0) continue;
    const size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    return size > back ? back : 0;
  }
  return 0;
}

}  // namespace

void TerminalWriter::AppendLine(std::string_view line, bool is_whole,
                                std::string& safe) const {
  const std::string_view style =
      is_whole && style_of_ != nullptr ? style_of_(line) : "";
  if (!style.empty()) safe += fmt::format("\x1b[{}m", style);
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find('\t', at), line.size());
    safe += Printable(line.substr(at, end - at));
    if (end < line.size()) safe += '\t';
    at = end + 1;
  }
  if (!style.empty()) safe += "\x1b[0m";
}

Status TerminalWriter::Write(std::string_view bytes) {
  std::string text = std::exchange(tail_, {});
  text += bytes;
  tail_ = text.substr(text.size() - UnfinishedBytes(text));
  text.resize(text.size() - tail_.size());
  std::string safe;
  const std::string_view all = text;
  for (size_t at = 0; at < all.size();) {
    const size_t end = std::min(all.find('\n', at), all.size());
    const bool is_whole = at_line_start_ && end < all.size();
    AppendLine(all.substr(at, end - at), is_whole, safe);
    at_line_start_ = end < all.size();
    if (at_line_start_) safe += '\n';
    at = end + 1;
  }
  return terminal_.Write(safe);
}

Status TerminalWriter::Close() {
  const std::string rest = Printable(std::exchange(tail_, {}));
  return rest.empty() ? Status() : terminal_.Write(rest);
}

}  // namespace tfprof
