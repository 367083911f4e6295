// SPDX-License-Identifier: Apache-2.0
#include "view/pick_rows.h"

#include <cstddef>

namespace tfprof {

namespace {

// In the memory of the column. REQUIRES: rows ascend.
void PickInPlace(const StepValues& values, const std::vector<uint32_t>& rows,
                 size_t m, std::vector<int64_t>& column) {
  for (size_t i = 0; i < rows.size(); ++i) {
    column[i] = values.ShownOf(m, column[rows[i]]);
  }
  column.resize(rows.size());
}

// One measure after the other. The memory of a column is that of the next one,
// unless rows are few out of many: then columns are made as small as that.
void PickInOrder(const StepValues& values, const std::vector<uint32_t>& rows,
                 MeasureSet measures, Columns& columns) {
  std::vector<int64_t> picked;
  for (size_t m = 0; m < kMeasureCount; ++m) {
    if (!measures[m]) continue;
    if (picked.capacity() / 2 > rows.size()) picked = std::vector<int64_t>();
    picked.clear();
    picked.reserve(rows.size());
    for (const uint32_t row : rows) {
      picked.push_back(values.ShownOf(m, columns[m][row]));
    }
    columns[m].swap(picked);
  }
}

}  // namespace

void PickRows(const StepValues& values, const std::vector<uint32_t>& rows,
              bool ascend, MeasureSet measures, Columns& own, Columns& total) {
  for (size_t m = 0; m < kMeasureCount && ascend; ++m) {
    if (measures[m]) ascend = rows.size() >= own[m].size() / 2;
  }
  if (ascend) {
    ForEachMeasure(measures, rows.size(), [&](size_t m) {
      PickInPlace(values, rows, m, own[m]);
      PickInPlace(values, rows, m, total[m]);
    });
    return;
  }
  // Both on one thread: nothing is computed here but a rounding.
  PickInOrder(values, rows, measures, own);
  PickInOrder(values, rows, measures, total);
}

}  // namespace tfprof
