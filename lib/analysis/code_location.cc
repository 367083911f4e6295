// SPDX-License-Identifier: Apache-2.0
#include "analysis/code_location.h"

#include "model/code_lines.h"

namespace tfprof {

namespace {

CodeLocation LocationOfNode(const Profile& profile, NodeId node) {
  const StackId stack = profile.nodes.stack[node.value];
  if (!stack.valid()) return {};
  const auto frames = profile.stacks[stack.value];
  for (size_t i = frames.size(); i-- > 0;) {
    const Frame& frame = profile.frames[frames[i].value];
    if (!frame.file.valid()) continue;
    const std::string_view file = profile.strings[frame.file];
    if (!IsLibraryFile(file)) return {std::string(file), frame.line};
  }
  return {};
}

}  // namespace

CodeLocation LocationOf(const ViewTree& tree, uint32_t row) {
  for (uint32_t at = row; at < tree.size(); ++at) {
    if (at > row && tree.depth[at] <= tree.depth[row]) break;
    for (const NodeId node : tree.members[at]) {
      CodeLocation location = LocationOfNode(*tree.profile, node);
      if (location.line > 0) return location;
    }
  }
  return {};
}

CodeLocation OwnLocationOf(const ViewTree& tree, uint32_t row) {
  CodeLocation own;
  for (const NodeId node : tree.members[row]) {
    CodeLocation location = LocationOfNode(*tree.profile, node);
    const bool is_same = own.line == 0 || (location.line == own.line &&
                                           location.file == own.file);
    if (!is_same || location.line == 0) return {};
    own = std::move(location);
  }
  return own;
}

}  // namespace tfprof
