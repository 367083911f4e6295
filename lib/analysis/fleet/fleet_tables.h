// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/fleet/fleet.h"
#include "report/report.h"

namespace tfprof {

// Workers, stragglers and what they do longer, and rows over all workers.
std::vector<Section> FleetSections(FleetResult result, FleetView view);

}  // namespace tfprof
