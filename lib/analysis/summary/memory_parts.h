// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/memory/live_memory.h"
#include "model/step_records.h"
#include "model/xspace/recording_sink.h"
#include "report/dump_summary.h"

namespace tfprof {

// The peaks of a step's allocators, the greatest first, with the bytes of each
// scope. Allocators that held nothing are left out.
std::vector<DumpSummary::Memory> MemoryPartsOf(
    const StepRecords& records, const std::vector<AllocatorMemory>& memory);

// The same over the whole time of recordings.
std::vector<DumpSummary::Memory> MemoryPartsOf(const Recordings& hosts);

}  // namespace tfprof
