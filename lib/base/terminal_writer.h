// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/writer.h"

namespace tfprof {

// In front of a terminal: names in a dump come from anywhere and may hold what
// a terminal takes for commands. Lines and tabs pass; other control characters
// and broken UTF-8 are written as \xNN.
class TerminalWriter final : public Writer {
 public:
  explicit TerminalWriter(Writer& terminal) : terminal_(terminal) {}

  Status Write(std::string_view bytes) override;

  // Also writes what is left of a character that did not come whole.
  Status Close() override;

  bool is_terminal() const override { return true; }

 private:
  Writer& terminal_;
  std::string tail_;  // the beginning of a character
};

}  // namespace tfprof
