// SPDX-License-Identifier: Apache-2.0
// Which allocator of the candidate is which of the baseline.
#pragma once

#include <string>
#include <string_view>

#include "analysis/gate/evidence.h"

namespace tfprof {

// The place that an allocator takes memory from: "host", "pinned", "device 0",
// or empty if its name does not tell.
std::string AllocatorPlace(std::string_view name);

// Matches the allocators of both sides: by host and place, then by name, where
// "cpu" and "mklcpu" are one and their peaks are added. A matched allocator gets
// the name that it has in the candidate. A run with records of memory but none
// of a matched allocator used 0 bytes of it. What has no match, and every other
// measure that the runs of one side lack, goes to `input.lone`.
void MatchStepMeasures(GateInput& input);

}  // namespace tfprof
