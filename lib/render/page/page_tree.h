// SPDX-License-Identifier: Apache-2.0
// Reduces a tree to as many rows as a browser can show.
#pragma once

#include <cstdint>
#include <vector>

#include "base/column.h"
#include "model/measure.h"
#include "view/view_tree.h"

namespace tfprof {

// The rows that a page keeps of a tree, parents before children. Rows that cost
// little in all measures are left out; one row per parent stands for those
// below it.
struct PageRows {
  static constexpr uint32_t kNone = UINT32_MAX;

  std::vector<uint32_t> source;  // row of the tree; kNone: rest
  std::vector<uint32_t> parent;  // row here; 0 for the root
  std::vector<uint32_t> rest;    // how many rows a rest stands for
  uint64_t left_out = 0;
  // By row of the tree: the row here that its total is added to; kNone if a row
  // above it is left out as well, whose total includes it.
  std::vector<uint32_t> added_to;

  size_t size() const { return source.size(); }

  // Totals by row here, from totals by row of the tree.
  std::vector<int64_t> Totals(const Column<int64_t>& totals) const;
};

// Raises each row's share to its part of the root's total, if that is greater.
// Initial shares are 0.
void RaiseShares(const Column<int64_t>& totals, std::vector<double>& shares);

// REQUIRES: parents come before children. The root is row 0.
PageRows ChooseRows(const Column<uint32_t>& parent, std::vector<double> shares,
                    size_t most_rows);

struct PageTree : PageRows {
  struct MeasureColumn {
    Measure measure;
    std::vector<int64_t> self, total;
  };

  std::vector<MeasureColumn> columns;  // without those that are 0
};

// A column of the page's rows, from a column of the tree.
PageTree::MeasureColumn MakePageColumn(const ViewTree& tree,
                                       const PageRows& rows, Measure measure,
                                       const TreeColumn& column);

// REQUIRES: the tree has all measures.
PageTree MakePageTree(const ViewTree& tree, size_t most_rows);

}  // namespace tfprof
