// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/memory/memory_of_dump.h"
#include "report/report.h"

namespace tfprof {

// The greatest peaks of the allocators of two dumps side by side; a null is of
// one that is only in the other. What was held before the step counts where
// it is known of both. No block if neither left records.
Section ComparePeaks(const MemoryOfDump& base, const MemoryOfDump& now);

}  // namespace tfprof
