// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/measure.h"
#include "view/view_tree.h"

namespace tfprof {

// The rows of a tree that a page has, in preorder. Rows that cost least in
// every measure are left out, and under each parent one row stands for those.
struct PageTree {
  static constexpr uint32_t kRest = UINT32_MAX;

  struct Column {
    Measure measure;
    std::vector<int64_t> self, total;
  };

  std::vector<uint32_t> source;  // row of the ViewTree, or kRest
  std::vector<uint32_t> parent;  // row here; 0 of the root
  std::vector<uint32_t> rest;    // how many rows it stands for, deeper ones too
  std::vector<Column> columns;   // those in which anything costs anything
  uint64_t left_out = 0;

  size_t size() const { return source.size(); }
};

// REQUIRES: the tree has all measures.
PageTree MakePageTree(const ViewTree& tree, size_t most_rows);

}  // namespace tfprof
