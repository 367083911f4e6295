// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "view/view_tree.h"

namespace tfprof {

// A line of the user's program.
struct CodeLocation {
  std::string file;
  int64_t line = 0;  // 0 if there is none
};

// What created the first node of a row, or of a row below it: the innermost
// line of its call stack that is not a library's.
CodeLocation LocationOf(const ViewTree& tree, uint32_t row);

// The line that created the row's own nodes, if it is the same for all.
CodeLocation OwnLocationOf(const ViewTree& tree, uint32_t row);

}  // namespace tfprof
