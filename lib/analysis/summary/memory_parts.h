// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/memory/live_memory.h"
#include "model/step_records.h"
#include "model/xspace/recording_sink.h"
#include "report/dump_summary.h"

namespace tfprof {

// The peaks of the allocators of a step that held anything, the greatest first,
// and which scopes held how much of each.
std::vector<DumpSummary::Memory> MemoryPartsOf(
    const StepRecords& records, const std::vector<AllocatorMemory>& memory);

// The same over whole recordings.
std::vector<DumpSummary::Memory> MemoryPartsOf(const Recordings& hosts);

}  // namespace tfprof
