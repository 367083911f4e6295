// SPDX-License-Identifier: Apache-2.0
// Two trees of one view, aligned by path.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/report.h"
#include "report/tree_pair.h"
#include "view/view_tree.h"

namespace tfprof {

// What is gone and what is new under one row are the same, renamed, if there is
// no other pair under it with the same types and names below.
AlignedRows AlignTrees(const ViewTree& base, const ViewTree& now);

// The least change worth a row.
struct LeastChange {
  double absolute = 0;
  double share = 0;  // of the old value
};

// Rows that changed in a measure, those around them, and nothing else; siblings
// by the size of their change. Without a change the section says so.
std::vector<Section> TablesOf(const AlignedRows& diff, const ViewTree& base,
                              const ViewTree& now, const LeastChange& least);

}  // namespace tfprof
