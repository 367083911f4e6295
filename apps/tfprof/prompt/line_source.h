// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/error.h"

namespace tfprof {

// The source of the prompt's lines.
class LineSource {
 public:
  virtual ~LineSource() = default;

  // The next line without its end; nothing at the end of input. An interrupt
  // abandons the current line and starts the next one.
  virtual std::optional<std::string> Next() = 0;

  // Fails if lines cannot be read any more.
  virtual Status status() const { return {}; }
};

// Standard input: with a prompt, editing, history and completion if it is a
// terminal, else line by line.
std::unique_ptr<LineSource> StandardInputLines();

}  // namespace tfprof
