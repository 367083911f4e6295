// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "view/view_tree.h"

namespace tfprof {

// What the reference puts in front of a view: a warning about missing kernel
// times, and a line of documentation for the view and for every column.
void AppendPrelude(std::string& out, const ViewTree& tree);

}  // namespace tfprof
