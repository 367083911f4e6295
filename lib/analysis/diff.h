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

// A row that is gone and one that is new under the same row are a rename if no
// other such pair there has the same types and names below.
AlignedRows AlignTrees(const ViewTree& base, const ViewTree& now);

// The least change worth a row.
struct LeastChange {
  double absolute = 0;
  double share = 0;  // of the old value
};

// Rows that changed in a measure and the rows above them; siblings by the size
// of their change. If nothing changed, the section says so. Rows deeper than
// `most_depth` are left out, and a note says how many. Rows are made when
// they are written, from `diff` and both trees, which must live until then.
std::vector<Section> TablesOf(const AlignedRows& diff, const ViewTree& base,
                              const ViewTree& now, const LeastChange& least,
                              int64_t most_depth = INT64_MAX);

}  // namespace tfprof
