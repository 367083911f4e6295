// SPDX-License-Identifier: Apache-2.0
// A tree with no more rows than a browser can take.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/measure.h"
#include "view/view_tree.h"

namespace tfprof {

// The rows of a tree that a page has, parents before children. Rows that cost
// least in every measure are left out, and under each parent one row stands for
// those.
struct PageRows {
  static constexpr uint32_t kNone = UINT32_MAX;

  std::vector<uint32_t> source;  // row of the tree, or kNone: of those left out
  std::vector<uint32_t> parent;  // row here; 0 of the root
  std::vector<uint32_t> rest;    // how many rows it stands for, deeper ones too
  uint64_t left_out = 0;
  // By row of the tree: the row here to which its total is added; kNone if the
  // total of a row above it, left out as well, has it already.
  std::vector<uint32_t> added_to;

  size_t size() const { return source.size(); }

  // Of the rows here, from the totals of the tree's.
  std::vector<int64_t> Totals(std::span<const int64_t> totals) const;
};

// Raises the share of each row to that which it has of the root's total. Shares
// start at 0.
void RaiseShares(std::span<const int64_t> totals, std::vector<double>& shares);

// `parent` of a row is before it; the root, row 0, has itself or none.
PageRows ChooseRows(std::span<const uint32_t> parent,
                    std::vector<double> shares, size_t most_rows);

struct PageTree : PageRows {
  struct Column {
    Measure measure;
    std::vector<int64_t> self, total;
  };

  std::vector<Column> columns;  // those in which anything costs anything
};

// Of the rows of a page, from columns of the tree's.
PageTree::Column MakePageColumn(const ViewTree& tree, const PageRows& rows,
                                Measure measure, const TreeColumn& column);

// REQUIRES: the tree has all measures.
PageTree MakePageTree(const ViewTree& tree, size_t most_rows);

}  // namespace tfprof
