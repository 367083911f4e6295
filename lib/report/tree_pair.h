// SPDX-License-Identifier: Apache-2.0
// Two trees of one view, aligned by path.
#pragma once

#include <cstdint>
#include <vector>

#include "view/view_tree.h"

namespace tfprof {

struct AlignedRows {
  static constexpr uint32_t kNone = UINT32_MAX;

  enum class Status : uint8_t { kSame, kAdded, kRemoved, kRenamed };

  struct Row {
    uint32_t parent = kNone;
    uint32_t depth = 0;
    uint32_t base = kNone;  // row in the old tree, if any
    uint32_t now = kNone;   // row in the new tree, if any
    Status status = Status::kSame;
  };

  std::vector<Row> rows;  // in preorder
};

// Both trees with the status of their rows.
struct TreePair {
  AlignedRows rows;
  ViewTree base;
  ViewTree now;
};

}  // namespace tfprof
