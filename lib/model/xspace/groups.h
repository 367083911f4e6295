// SPDX-License-Identifier: Apache-2.0
// Which events belong to which step: those that its root reaches by links.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/string_pool.h"
#include "model/xspace/line_links.h"

namespace tfprof {

// How the groups of a recording were found.
enum class GroupedBy : uint8_t {
  kNothing,
  kFile,        // its events have numbers of groups
  kMarkers,     // events that say that they are a step
  kRoots,       // the same, and calls of functions and sessions
  kIterations,  // of a loop, each a group: no step is marked
};

struct Groups {
  static constexpr int64_t kNone = -1;

  GroupedBy by = GroupedBy::kNothing;
  // Nodes of all lines are numbered through; by line, its first number.
  std::vector<uint32_t> first_node;

  // By node number. Empty for kFile, whose events say it themselves.
  std::vector<int32_t> group;

  int32_t GroupOf(size_t line, uint32_t node) const {
    return group[first_node[line] + node];
  }

  // Whether the closest EagerExecute above runs no function. Empty if that was
  // not worked out.
  std::vector<std::vector<bool>> is_eager;

  // Calls of all lines are numbered through; by line, its first number. Empty
  // if there are none.
  std::vector<uint32_t> first_call;

  // By line and node: the innermost call that it lies in, or else the closest
  // above that has one; CallTree::kNone.
  std::vector<std::vector<uint32_t>> call;

  // The number of a call of a line.
  uint32_t CallOf(size_t line, uint32_t call_of_line) const {
    return call_of_line == CallTree::kNone ? CallTree::kNone
                                           : first_call[line] + call_of_line;
  }

  // A root that began a group and is a step by itself.
  struct Step {
    size_t line = 0;
    uint32_t node = 0;
    std::string name;
  };

  std::vector<Step> steps;  // in the order of lines and nodes
};

struct GroupRules {
  // Where events mark steps, these are the steps. TensorFlow's tools lose them
  // where a loop runs anywhere in the recording.
  bool markers = false;
};

// `lines` in the order of the file; they are used up. `has_loops` if some event
// is EventType::kLoop.
Groups FindGroups(std::vector<LineLinks>& lines, bool has_loops,
                  const GroupRules& rules, const StringPool& strings);

}  // namespace tfprof
