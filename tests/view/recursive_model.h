// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "view/view_tree.h"

namespace tfprof {

// A row as the recursive model shows it.
struct ModelRow {
  std::string name;
  size_t depth = 0;
  bool accounted = false;
  std::vector<int64_t> self, total;  // by measure
};

// The views as they are described: a tree of nodes, walked by recursion. Slow
// and independent of the passes in BuildTree, which it is compared with.
std::vector<ModelRow> ModelRows(const Profile& profile, const View& view,
                                const Forest& forest, const StepValues& values,
                                const Selection& selection);

}  // namespace tfprof
