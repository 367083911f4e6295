// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/error.h"

namespace tfprof {

// Where the prompt gets its lines from.
class LineSource {
 public:
  virtual ~LineSource() = default;

  // The next line without its end; nothing at the end of input. An interrupt
  // abandons the line that is being typed and the next one is asked for.
  virtual std::optional<std::string> Next() = 0;

  // Fails if there are no more lines as they cannot be read.
  virtual Status status() const { return {}; }
};

// Standard input: with a prompt, editing, history and completion if it is a
// terminal, else line by line.
std::unique_ptr<LineSource> StandardInputLines();

}  // namespace tfprof
