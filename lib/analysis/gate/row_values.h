// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/shared.h"
#include "model/measure.h"

namespace tfprof {

// The medians of each measure by row; what is beyond the end is 0. Runs share
// columns that are equal, as those of exact measures are.
struct RowMedians {
  std::array<Shared<std::vector<double>>, kMeasureCount> of_measure;

  double Of(Measure measure, uint32_t row) const {
    const std::vector<double>& values = *of_measure[IndexOf(measure)];
    return row < values.size() ? values[row] : 0;
  }

  std::vector<double>& Own(Measure measure) {
    return of_measure[IndexOf(measure)].Own();
  }

  void ShareEqual(const RowMedians& before) {
    for (size_t i = 0; i < kMeasureCount; ++i) {
      of_measure[i].ShareIfEqual(before.of_measure[i]);
    }
  }
};

}  // namespace tfprof
