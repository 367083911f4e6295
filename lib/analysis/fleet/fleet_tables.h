// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/fleet/fleet.h"
#include "report/report.h"

namespace tfprof {

// Tables of workers, of stragglers with what takes them longer, and of rows.
std::vector<Section> FleetSections(FleetResult result, FleetView view);

}  // namespace tfprof
