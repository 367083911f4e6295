// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/programs/instruction_rows.h"
#include "analysis/programs/planned_memory.h"

namespace tfprof {

// The instructions that the programs run, with the work of one run of each:
// those of the entry computation, and of loops, branches and calls in it.
// Instructions that neither compute nor move anything are left out. Nothing is
// known of times, devices and roofs (RecordedInstructions::has_times). The most
// float operations come first, then the most bytes, then names.
RecordedInstructions FindLoneInstructions(
    const std::vector<PlannedProgram>& programs, const GivenWork& work = {});

}  // namespace tfprof
