// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "view/forest.h"

namespace tfprof {

// Some rows of a forest as a tree of their own: each is under the closest of
// them above it. Finds who is above a row without going up level by level, so
// that it makes no difference how deep the row is.
//
// Rows are in preorder. So of those at one depth, the last that is not behind a
// row is the one above it, if the row is that deep.
class Ancestors {
 public:
  // `is_one` by row; the root is always one. `forest` must outlive this.
  Ancestors(const Forest& forest, const std::vector<bool>& is_one);

  // The depth of the closest of them at or above `row`; 0 for the root.
  uint32_t DepthOf(uint32_t row) const { return depth_[row]; }

  // The one at or above `row` at `depth`. REQUIRES: depth <= DepthOf(row).
  uint32_t At(uint32_t row, uint32_t depth) const;

  // The depth of the deepest that is at or above both. REQUIRES: a < b.
  uint32_t CommonDepth(uint32_t a, uint32_t b) const;

 private:
  const Forest& forest_;
  std::vector<uint32_t> depth_;   // by row
  std::vector<uint32_t> begins_;  // by depth: where its rows are, and their end
  std::vector<uint32_t> rows_;    // by depth, ascending
};

}  // namespace tfprof
