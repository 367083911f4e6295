// SPDX-License-Identifier: Apache-2.0
#include "view/pick_rows.h"

#include <cstddef>
#include <utility>

#include "base/parallel.h"

namespace tfprof {

namespace {

// Reuses the memory of the column. REQUIRES: its rows ascend.
void PickInPlace(const StepValues& values, const ViewTree& tree, size_t m,
                 Column<int64_t>& column) {
  const bool is_same = tree.forest_rows.empty() && values.ShowsSumsOf(m);
  if (!is_same) {
    for (size_t i = 0; i < tree.size(); ++i) {
      column.Set(i, values.ShownOf(m, column[tree.ForestRow(i)]));
    }
  }
  column.Truncate(tree.size());
}

void Pick(const StepValues& values, const ViewTree& tree, size_t m,
          Column<int64_t>& column) {
  Column<int64_t> picked(tree.size());
  for (size_t i = 0; i < tree.size(); ++i) {
    picked.Set(i, values.ShownOf(m, column[tree.ForestRow(i)]));
  }
  column = std::move(picked);
}

}  // namespace

void PickRows(const StepValues& values, const ViewTree& tree, bool ascend,
              MeasureSet measures, Columns& own, Columns& total) {
  for (size_t m = 0; m < kMeasureCount && ascend; ++m) {
    if (measures[m]) ascend = tree.size() >= own[m].size() / 2;
  }
  if (ascend) {
    ForEachMeasure(measures, tree.size(), [&](size_t m) {
      PickInPlace(values, tree, m, own[m]);
      PickInPlace(values, tree, m, total[m]);
    });
    return;
  }
  // One measure after the other limits the number of extra columns.
  for (size_t m = 0; m < kMeasureCount; ++m) {
    if (!measures[m]) continue;
    ParallelFor(2, ThreadsFor(tree.size()), [&](size_t i) {
      Pick(values, tree, m, i == 0 ? own[m] : total[m]);
    });
  }
}

}  // namespace tfprof
