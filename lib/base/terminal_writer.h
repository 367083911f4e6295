// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/writer.h"

namespace tfprof {

// Protects a terminal from control sequences in names of a dump. Line ends and
// tabs pass; other control characters and broken UTF-8 are written as \xNN.
class TerminalWriter final : public Writer {
 public:
  // The style of a line: parameters of SGR such as "1" for bold, or empty.
  using StyleOf = std::string_view (*)(std::string_view line);

  // `style_of` may be null. A line written in several calls has no style.
  explicit TerminalWriter(Writer& terminal, StyleOf style_of = nullptr)
      : terminal_(terminal), style_of_(style_of) {}

  Status Write(std::string_view bytes) override;

  // Also writes an incomplete character at the end.
  Status Close() override;

  bool is_terminal() const override { return true; }

 private:
  void AppendLine(std::string_view line, bool is_whole,
                  std::string& safe) const;

  Writer& terminal_;
  StyleOf style_of_;
  bool at_line_start_ = true;
  std::string tail_;  // an incomplete character
};

}  // namespace tfprof
