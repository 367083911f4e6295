// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/code_lines.h"
#include "view/view_tree.h"

namespace tfprof {

// A line of the user's program. Borrows from the CodeLines.
struct CodeLocation {
  std::string_view file;
  int32_t line = 0;  // 0 if there is none
  bool is_gradient = false;  // the line is that of the forward operation
};

// The line that the nodes of the row itself are charged to
// (CodeLines::OwnerOf), if it is the same for all. `lines` are those of the
// tree's profile.
CodeLocation OwnLocationOf(const ViewTree& tree, uint32_t row,
                           const CodeLines& lines);

// "train.py:41 (gradient)"; empty if the line is 0.
std::string CodeText(std::string_view file, int64_t line, bool is_gradient);

}  // namespace tfprof
