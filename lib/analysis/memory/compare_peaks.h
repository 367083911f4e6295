// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/memory/memory_of_dump.h"
#include "report/report.h"

namespace tfprof {

// The greatest peaks of the allocators of two dumps side by side; null if only
// the other dump has the allocator. Includes the memory held before the step if
// both know it. No block if neither dump has records.
Section ComparePeaks(const MemoryOfDump& base, const MemoryOfDump& now);

}  // namespace tfprof
