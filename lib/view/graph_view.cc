// SPDX-License-Identifier: Apache-2.0
// The spanning forest of the data-flow graph. Nodes without consumers come
// first, by name; each node's inputs are under it, in order. A node's place is
// where a depth-first walk first meets it, so a shared input is under its first
// consumer only, and a cycle that no such node leads into is missing.
#include <algorithm>

#include "view/view.h"

namespace tfprof {

namespace {

std::vector<bool> NodesUsedAsInput(const NodeTable& nodes) {
  std::vector<bool> used(nodes.size());
  for (size_t node = 0; node < nodes.size(); ++node) {
    for (const InputEdge& input : nodes.inputs[node]) {
      if (input.source.valid()) used[input.source.value] = true;
    }
  }
  return used;
}

}  // namespace

Result<Forest> BuildGraphForest(const Profile& profile, Diagnostics&) {
  struct Visit {
    uint32_t row;
    NodeId node;
    size_t next_input = 0;
  };

  const NodeTable& nodes = profile.nodes;
  const std::vector<bool> used = NodesUsedAsInput(nodes);
  if (profile.is_recording &&
      std::find(used.begin(), used.end(), true) == used.end()) {
    return Fail(ErrorCode::kNotFound,
                "an XSpace has no data flow for TensorFlow operations; give a "
                "graph with --graph_path");
  }
  std::vector<bool> visited(nodes.size());
  Forest forest;
  forest.are_nodes = true;
  forest.AddRow(0, kRootName);
  forest.members.EndRow();
  std::vector<Visit> path;
  const auto enter = [&](uint32_t under, NodeId node) {
    visited[node.value] = true;
    path.push_back({forest.AddRow(under, profile.NameOf(node)), node});
    forest.members.Push(node);
    forest.members.EndRow();
  };
  for (size_t start = 0; start < nodes.size(); ++start) {
    if (!used[start]) enter(0, NodeId(start));
    while (!path.empty()) {
      Visit& top = path.back();
      const auto inputs = nodes.inputs[top.node.value];
      if (top.next_input == inputs.size()) {
        path.pop_back();
        continue;
      }
      const NodeId source = inputs[top.next_input++].source;
      if (source.valid() && !visited[source.value]) enter(top.row, source);
    }
  }
  forest.Close();
  return forest;
}

}  // namespace tfprof
