// SPDX-License-Identifier: Apache-2.0
#include "analysis/code_location.h"

namespace tfprof {

namespace {

struct NodeLine {
  StringId file;
  int32_t line = 0;

  friend bool operator==(const NodeLine&, const NodeLine&) = default;
};

NodeLine LineOfNode(const Profile& profile, NodeId node,
                    LibraryFiles& libraries) {
  const StackId stack = profile.nodes.stack[node.value];
  if (!stack.valid()) return {};
  const auto frames = profile.stacks[stack.value];
  for (size_t i = frames.size(); i-- > 0;) {
    const Frame& frame = profile.frames[frames[i].value];
    if (frame.file.valid() && !libraries.Has(frame.file)) {
      return {frame.file, frame.line};
    }
  }
  return {};
}

}  // namespace

CodeLocation OwnLocationOf(const ViewTree& tree, uint32_t row,
                           LibraryFiles& libraries) {
  NodeLine own;
  for (const NodeId node : tree.MembersOf(row)) {
    const NodeLine line = LineOfNode(*tree.profile, node, libraries);
    if (line.line == 0 || (own.line != 0 && !(line == own))) return {};
    own = line;
  }
  if (own.line == 0) return {};
  return {tree.profile->strings[own.file], own.line};
}

}  // namespace tfprof
