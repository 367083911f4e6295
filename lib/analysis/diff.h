// SPDX-License-Identifier: Apache-2.0
// Two trees of one view, aligned by path.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/report.h"
#include "view/view_tree.h"

namespace tfprof {

struct DiffTree {
  static constexpr uint32_t kNone = UINT32_MAX;

  enum class Status : uint8_t { kSame, kAdded, kRemoved, kRenamed };

  struct Row {
    uint32_t parent = kNone;
    uint32_t depth = 0;
    uint32_t base = kNone;  // its row in the old tree, if it is there
    uint32_t now = kNone;   // and in the new one
    Status status = Status::kSame;
  };

  std::vector<Row> rows;  // in preorder
};

// What is gone and what is new under one row are the same, renamed, if there is
// no other pair under it with the same types and names below.
DiffTree AlignTrees(const ViewTree& base, const ViewTree& now);

// Both trees with what became of their rows.
struct TreeDiff {
  DiffTree rows;
  ViewTree base;
  ViewTree now;
};

// The least change worth a row.
struct LeastChange {
  double absolute = 0;
  double share = 0;  // of the old value
};

// Rows that changed in a measure, those around them, and nothing else; siblings
// by the size of their change. Without a change the section says so.
std::vector<Section> TablesOf(const DiffTree& diff, const ViewTree& base,
                              const ViewTree& now, const LeastChange& least);

}  // namespace tfprof
