// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/step_records.h"
#include "model/trace.h"

namespace tfprof {

// The executions of a step of a recording as a trace, whose lines are the
// threads and streams that they ran on. `places` becomes, by record, where it
// is in the trace.
Trace TraceOfRecorded(const StepRecords& records,
                      std::vector<uint32_t>& places);

}  // namespace tfprof
