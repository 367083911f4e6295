// SPDX-License-Identifier: Apache-2.0
// Forest: who is under whom in a view. It depends on the profile alone; what
// is asked of it (steps, regexes, limits) comes later, in BuildTree.
//
//   row      0        1    2      3      4
//   name     root     a    a/x    a/x/y  b
//   parent   -        0    1      2      0
//   end      5        4    4      4      5      the subtree of i is [i, end[i])
//
// Rows are in preorder, so parent[i] < i: a walk from the last row to the
// first meets children before parents, the other way parents come first.
// Nothing that walks a forest recurses.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/compact_column.h"
#include "base/ids.h"
#include "base/lists.h"
#include "base/string_pool.h"
#include "base/view_column.h"
#include "view/row_name.h"

namespace tfprof {

inline constexpr std::string_view kRootName = "_TFProfRoot";

// The end of the name of a frame that stands for gradients.
inline constexpr std::string_view kGradientSuffix = " (gradient)";

struct Forest {
  CompactColumn<uint32_t> parent;  // row 0 is the root, its own parent
  CompactColumn<uint32_t> end;
  ViewColumn name;        // in the profile's or our strings
  Lists<NodeId> members;  // graph nodes whose cost a row owns, by name
  StringPool strings;     // holds names that the profile does not have
  // By row: what stands in front of `name` where that is only the end of a long
  // one. Empty if no name is long.
  std::vector<std::string_view> head;
  // Of call stacks only; the root has no frame. Frames of one name under one
  // parent are one row, with the first of them.
  std::vector<FrameId> frame;
  std::vector<bool> is_gradient;
  bool is_by_name = false;  // whether siblings are in bytewise order
  bool are_nodes = false;   // whether each row below the root is one node

  size_t size() const { return parent.size(); }

  RowName NameOf(uint32_t row) const {
    return {head.empty() ? std::string_view() : head[row], name[row]};
  }

  // Whether the name of `a` is before that of `b`, bytewise. REQUIRES: neither
  // is the root.
  bool IsBefore(uint32_t a, uint32_t b) const {
    // Nodes are by name.
    return are_nodes ? members[a][0] < members[b][0] : NameOf(a) < NameOf(b);
  }

  // Makes room for so many rows and as many ends of members.
  void Reserve(size_t rows);

  // Adds a row under `under`, which must be on the path from the root to the
  // last row. Members are pushed by the caller, who then ends their row.
  uint32_t AddRow(uint32_t under, std::string_view row_name);

  // Fills `end` when all rows are there.
  void Close();
};

}  // namespace tfprof
