// SPDX-License-Identifier: Apache-2.0
// Where the critical path of a step is among its records as they are drawn.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/path/step_path.h"
#include "model/step_records.h"
#include "model/trace.h"

namespace tfprof {

// Where the records of a step are in the trace of its file, which has those of
// all devices. Empty if they are not of one step.
std::vector<uint32_t> PlacesOf(const StepRecords& records, const Trace& trace);

// The records of `trace` that are on the paths of `hosts`, ascending. A trace
// of a recording has the events of one host; one on the path is that of the
// same operation at the same time, or of a device what ran then.
std::vector<uint32_t> RecordsOnPath(const std::vector<StepTasks>& hosts,
                                    const Trace& trace);

}  // namespace tfprof
