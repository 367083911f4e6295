// SPDX-License-Identifier: Apache-2.0
#include "view/pick_rows.h"

#include <cstddef>
#include <utility>

namespace tfprof {

namespace {

// In the memory of the column. REQUIRES: rows ascend.
void PickInPlace(const StepValues& values, const std::vector<uint32_t>& rows,
                 size_t m, NumberColumn& column) {
  for (size_t i = 0; i < rows.size(); ++i) {
    column.Set(i, values.ShownOf(m, column[rows[i]]));
  }
  column.Truncate(rows.size());
}

void Pick(const StepValues& values, const std::vector<uint32_t>& rows, size_t m,
          NumberColumn& column) {
  NumberColumn picked(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    picked.Set(i, values.ShownOf(m, column[rows[i]]));
  }
  column = std::move(picked);
}

}  // namespace

void PickRows(const StepValues& values, const std::vector<uint32_t>& rows,
              bool ascend, MeasureSet measures, Columns& own, Columns& total) {
  for (size_t m = 0; m < kMeasureCount && ascend; ++m) {
    if (measures[m]) ascend = rows.size() >= own[m].rows() / 2;
  }
  if (ascend) {
    ForEachMeasure(measures, rows.size(), [&](size_t m) {
      PickInPlace(values, rows, m, own[m]);
      PickInPlace(values, rows, m, total[m]);
    });
    return;
  }
  // One after the other, so that there is one column more at a time.
  for (size_t m = 0; m < kMeasureCount; ++m) {
    if (!measures[m]) continue;
    Pick(values, rows, m, own[m]);
    Pick(values, rows, m, total[m]);
  }
}

}  // namespace tfprof
