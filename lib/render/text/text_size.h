// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

namespace tfprof {

// Limits of a table's size for people.
struct TextSize {
  size_t width = 100;               // of lines, in characters; 0: no limit
  std::optional<size_t> rows = {};  // given by the user; 0: no limit
  size_t usual_rows = 0;            // default limit of a table
};

}  // namespace tfprof
