// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/fleet/fleet.h"

namespace tfprof {

// Marks the workers that are slow and says what they do longer than the worker
// in the middle. A worker is slow if its robust z (distance from the median
// over 1.4826 times the median absolute deviation, which counts as 1 %
// of a step's length at least) of length less waiting is kStragglerZ or more:
// in synchronous training all steps are equally long, and the others wait. One
// that waits longer than others is slow too, unless it waits no longer than it
// works less. Fills `rows` of the result in the same pass.
Status FindStragglers(FleetRows& rows, std::vector<FleetWorker>& workers,
                      FleetResult& result);

inline constexpr double kStragglerZ = 4.5;

}  // namespace tfprof
