// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/fleet/fleet.h"

namespace tfprof {

// Marks slow workers and finds what takes them longer than the median worker. A
// worker is slow if the robust z of its length less waiting is at least
// kStragglerZ: the distance from the median over 1.4826 times the median
// absolute deviation, at least 1 % of a step's length. Waiting is excluded
// because in synchronous training all steps are equally long. A worker that
// waits longer than others is slow too, unless only by as much as it works
// less. Also fills the result's `rows`.
Status FindStragglers(FleetRows& rows, std::vector<FleetWorker>& workers,
                      FleetResult& result);

inline constexpr double kStragglerZ = 4.5;

}  // namespace tfprof
