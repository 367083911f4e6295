// SPDX-License-Identifier: Apache-2.0
// One row for each operation type, in bytewise order.
#include <algorithm>
#include <span>
#include <utility>

#include "view/view.h"

namespace tfprof {

Result<Forest> BuildOpForest(const Profile& profile, Diagnostics&) {
  const NodeTable& nodes = profile.nodes;
  // Types are few: they are sorted, and nodes put to theirs in turn.
  std::vector<size_t> end_of(profile.strings.size());
  std::vector<StringId> types;
  for (const StringId op : nodes.op) {
    if (end_of[op.value]++ == 0) types.push_back(op);
  }
  std::sort(types.begin(), types.end(), [&](StringId a, StringId b) {
    return profile.strings[a] < profile.strings[b];
  });
  size_t before = 0;
  for (const StringId type : types) {
    before += std::exchange(end_of[type.value], before);
  }
  std::vector<NodeId> order(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    order[end_of[nodes.op[i].value]++] = NodeId(i);
  }
  Forest forest;
  forest.AddRow(0, kRootName);
  forest.members.EndRow();
  size_t begin = 0;
  for (const StringId type : types) {
    const size_t end = end_of[type.value];
    forest.AddRow(0, profile.strings[type]);
    forest.members.AddRow(std::span(order).subspan(begin, end - begin));
    begin = end;
  }
  forest.Close();
  return forest;
}

}  // namespace tfprof
