// SPDX-License-Identifier: Apache-2.0
#include "base/terminal_writer.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"

namespace tfprof {

namespace {

// How many bytes at the end may be the beginning of a character.
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

Status TerminalWriter::Write(std::string_view bytes) {
  std::string text = std::exchange(tail_, {});
  text += bytes;
  tail_ = text.substr(text.size() - UnfinishedBytes(text));
  text.resize(text.size() - tail_.size());
  std::string safe;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of("\n\t", at), text.size());
    safe += Printable(std::string_view(text).substr(at, end - at));
    if (end < text.size()) safe += text[end];
    at = end + 1;
  }
  return terminal_.Write(safe);
}

Status TerminalWriter::Close() {
  const std::string rest = Printable(std::exchange(tail_, {}));
  return rest.empty() ? Status() : terminal_.Write(rest);
}

}  // namespace tfprof
