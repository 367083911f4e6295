// SPDX-License-Identifier: Apache-2.0
// One row for each operation type, in bytewise order, each under the previous
// one.
#include <algorithm>
#include <span>
#include <utility>

#include "view/view.h"

namespace tfprof {

Result<Forest> BuildOpForest(const Profile& profile, Diagnostics&) {
  const NodeTable& nodes = profile.nodes;
  // Types are few: they are sorted, and nodes are assigned to them in turn.
  std::vector<uint32_t> end_of(profile.strings.size());
  std::vector<StringId> types;
  for (size_t node = 0; node < nodes.size(); ++node) {
    const StringId op = nodes.op[node];
    if (end_of[op.value]++ == 0) types.push_back(op);
  }
  std::sort(types.begin(), types.end(), [&](StringId a, StringId b) {
    return profile.strings[a] < profile.strings[b];
  });
  uint32_t before = 0;
  for (const StringId type : types) {
    before += std::exchange(end_of[type.value], before);
  }
  std::vector<NodeId> order(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    order[end_of[nodes.op[i].value]++] = NodeId(i);
  }
  Forest forest;
  forest.Reserve(types.size() + 1);
  forest.AddRow(0, kRootName);
  forest.members.EndRow();
  uint32_t begin = 0;
  for (const StringId type : types) {
    const uint32_t end = end_of[type.value];
    const auto last = static_cast<uint32_t>(forest.size() - 1);
    forest.AddRow(last, profile.strings[type]);
    forest.members.AddRow(std::span(order).subspan(begin, end - begin));
    begin = end;
  }
  forest.Close();
  return forest;
}

}  // namespace tfprof
