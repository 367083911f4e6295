// SPDX-License-Identifier: Apache-2.0
// Which events belong to which step: those that its root reaches by links.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/string_pool.h"
#include "model/xspace/line_links.h"

namespace tfprof {

// How the groups of a recording were found.
enum class GroupedBy : uint8_t {
  kNothing,
  kFile,        // its events have numbers of groups
  kRoots,       // events that say that they are a step, and calls of functions
  kIterations,  // of a loop, each a group: no step is marked
};

struct Groups {
  static constexpr int64_t kNone = -1;

  GroupedBy by = GroupedBy::kNothing;

  // By node, as all lines count them. Empty for kFile, whose events say it
  // themselves.
  std::vector<int32_t> group;

  // By node: whether the closest EagerExecute above runs no function. Empty if
  // that was not worked out.
  std::vector<bool> is_eager;

  // By node: the innermost call that it lies in, or else the closest above that
  // has one; CallTree::kNone. As all lines count them.
  std::vector<uint32_t> call;

  // A root that began a group and is a step by itself.
  struct Step {
    uint32_t node = 0;
    StringId name;  // of step_names
  };

  std::vector<Step> steps;  // in the order of nodes
  // Steps may be very many, and few have a long name of their own.
  StringPool step_names;
};

// `links` of all lines in the order of the file. `has_loops` if some event is
// EventType::kLoop, `has_calls` if some line has calls.
Groups FindGroups(LineLinks links, bool has_loops, bool has_calls,
                  const StringPool& strings);

}  // namespace tfprof
