// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "view/view_tree.h"

namespace tfprof {

// Appends the reference's text before a view: a warning about missing kernel
// times, and a line about the view and each column.
void AppendPrelude(std::string& out, const ViewTree& tree);

}  // namespace tfprof
