// SPDX-License-Identifier: Apache-2.0
// The records of a trace that are on a step's critical path.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/path/step_path.h"
#include "model/step_records.h"
#include "model/trace.h"

namespace tfprof {

// The index in the trace (of all devices of its file) of each record. Empty if
// the two are not of one step.
std::vector<uint32_t> PlacesOf(const StepRecords& records, const Trace& trace);

// The records of `trace` that are on the paths of `hosts`, ascending.
std::vector<uint32_t> RecordsOnPath(const std::vector<StepTasks>& hosts,
                                    const Trace& trace);

}  // namespace tfprof
