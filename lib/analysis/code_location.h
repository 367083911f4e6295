// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "model/code_lines.h"
#include "view/view_tree.h"

namespace tfprof {

// A line of the user's program. Borrows from the profile's strings.
struct CodeLocation {
  std::string_view file;
  int32_t line = 0;  // 0 if there is none
};

// The line that created the nodes of the row itself, if it is the same for all:
// the innermost frame outside of libraries. `libraries` is made from the
// strings of the tree's profile.
CodeLocation OwnLocationOf(const ViewTree& tree, uint32_t row,
                           LibraryFiles& libraries);

}  // namespace tfprof
