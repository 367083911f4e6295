// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

namespace tfprof {

// How much of a table people see.
struct TextSize {
  size_t width = 100;               // of lines, in characters; 0 cuts nothing
  std::optional<size_t> rows = {};  // that were asked for; 0 is all of them
  size_t usual_rows = 0;            // of a table without a limit of its own
};

}  // namespace tfprof
