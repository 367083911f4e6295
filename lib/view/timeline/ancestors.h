// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "view/forest.h"

namespace tfprof {

// Selected rows of a forest as a tree of their own: each is under its closest
// selected ancestor. Lookups do not climb level by level, so their time does
// not depend on the depth of the row.
//
// Rows are in preorder, so the ancestor of a row at some depth is the last row
// of that depth at or before it, if the row is that deep.
class Ancestors {
 public:
  // `is_one`: the selected rows; the root is always selected. `forest` must
  // outlive this.
  Ancestors(const Forest& forest, const std::vector<bool>& is_one);

  // The depth of the closest selected row at or above `row`; 0 for the root.
  uint32_t DepthOf(uint32_t row) const { return depth_[row]; }

  // The selected row at `depth` that is at or above `row`. REQUIRES: depth <=
  // DepthOf(row).
  uint32_t At(uint32_t row, uint32_t depth) const;

  // The depth of the deepest selected row at or above both. REQUIRES: a < b.
  uint32_t CommonDepth(uint32_t a, uint32_t b) const;

 private:
  const Forest& forest_;
  std::vector<uint32_t> depth_;   // by row
  // by depth: the start of its rows, and the end
  std::vector<uint32_t> begins_;
  std::vector<uint32_t> rows_;    // by depth, ascending
};

}  // namespace tfprof
