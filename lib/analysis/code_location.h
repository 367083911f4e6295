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

// The innermost line of their call stacks that is not a library's, if it is the
// same for all of the row's own nodes.
CodeLocation OwnLocationOf(const ViewTree& tree, uint32_t row);

}  // namespace tfprof
