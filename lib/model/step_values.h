// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/measure.h"
#include "model/profile.h"

namespace tfprof {

// What each graph node cost, for one choice of steps: a column per measure, by
// NodeId.
struct StepValues {
  std::array<std::vector<int64_t>, kMeasureCount> column;

  int64_t Of(Measure measure, NodeId node) const {
    return column[IndexOf(measure)][node.value];
  }
};

// Of one step, or without one the average. REQUIRES: the profile keeps the
// numbers of that step, or of all. tfprof: a node's average divides,
// in whole numbers, by the steps in which that node has a record; a step in
// which it has none counts 0.
StepValues ComputeStepValues(const Profile& profile,
                             std::optional<int64_t> step);

}  // namespace tfprof
