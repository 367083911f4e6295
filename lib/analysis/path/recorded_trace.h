// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/step_records.h"
#include "model/trace.h"

namespace tfprof {

// A trace of a recorded step's executions; its lines are the threads and
// streams that they ran on. Sets `places` to the index of each record in the
// trace.
Trace TraceOfRecorded(const StepRecords& records,
                      std::vector<uint32_t>& places);

}  // namespace tfprof
