// SPDX-License-Identifier: Apache-2.0
// One row for each operation type, in bytewise order.
#include <algorithm>

#include "view/view.h"

namespace tfprof {

Result<Forest> BuildOpForest(const Profile& profile, Diagnostics&) {
  const NodeTable& nodes = profile.nodes;
  std::vector<NodeId> order;
  for (size_t i = 0; i < nodes.size(); ++i) order.emplace_back(i);
  const auto op_of = [&](NodeId node) { return nodes.op[node.value]; };
  std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) {
    return op_of(a) != op_of(b) &&
           profile.strings[op_of(a)] < profile.strings[op_of(b)];
  });
  Forest forest;
  forest.AddRow(0, kRootName);
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || op_of(order[i]) != op_of(order[i - 1])) {
      forest.members.EndRow();
      forest.AddRow(0, profile.strings[op_of(order[i])]);
    }
    forest.members.Push(order[i]);
  }
  forest.members.EndRow();
  forest.Close();
  return forest;
}

}  // namespace tfprof
