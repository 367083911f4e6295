// SPDX-License-Identifier: Apache-2.0
// Forest: the parents and children of a view. It depends on the profile alone;
// the selection (steps, regexes, limits) is applied later, by BuildTree.
//
//   row      0        1    2      3      4
//   name     root     a    a/x    a/x/y  b
//   parent   -        0    1      2      0
//   end      5        4    4      4      5      the subtree of i is [i, end[i])
//
// Rows are in preorder, so parent[i] < i: a walk from the last row to the first
// meets children before parents, and a walk forwards meets parents first. No
// walk over a forest recurses.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/column.h"
#include "base/ids.h"
#include "base/lists.h"
#include "base/string_pool.h"
#include "view/row_name.h"

namespace tfprof {

inline constexpr std::string_view kRootName = "_TFProfRoot";

// The suffix of frames of gradients.
inline constexpr std::string_view kGradientSuffix = " (gradient)";

struct Forest {
  Column<uint32_t> parent;  // row 0 is the root, its own parent
  Column<uint32_t> end;
  Column<std::string_view> name;  // in the profile's or our strings
  Lists<NodeId> members;          // graph nodes whose cost a row owns, by name
  StringPool strings;             // names that the profile does not have
  // By row: the beginning of a long name, whose end is in `name`. Empty if no
  // name is long.
  std::vector<std::string_view> head;
  // Set for call stacks only; the root has no frame. Frames with one name under
  // one parent share a row, with the first of these frames.
  std::vector<FrameId> frame;
  std::vector<bool> is_gradient;
  bool is_by_name = false;  // siblings are in bytewise order
  bool are_nodes = false;   // each row below the root is one node

  size_t size() const { return parent.size(); }

  RowName NameOf(uint32_t row) const {
    return {head.empty() ? std::string_view() : head[row], name[row]};
  }

  // True if the name of `a` sorts before that of `b`, bytewise. REQUIRES:
  // neither is the root.
  bool IsBefore(uint32_t a, uint32_t b) const {
    // Node ids are in the order of names.
    return are_nodes ? members[a][0] < members[b][0] : NameOf(a) < NameOf(b);
  }

  // Reserves room for this many rows, and as many ends of member lists.
  void Reserve(size_t rows);

  // Adds a row under `under`, which must be on the path from the root to the
  // last row. The caller then pushes the members and ends their list.
  uint32_t AddRow(uint32_t under, std::string_view row_name);

  // Fills `end` when all rows are there.
  void Close();
};

}  // namespace tfprof
