// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/tasks/step_tasks.h"

namespace tfprof {

// The operation around whose end each operation was scheduled, or
// StepTasks::kNone: the executor takes the time at which a node is scheduled
// between the end of the work of the node before it on the same thread and the
// end of that node. Of several the one that ends first. A window lasts from
// op_end, but for `most_ns` at most (kWholeWindow: without a limit), to
// all_end, which is no later than the start of the one that was scheduled.
inline constexpr int64_t kWholeWindow = INT64_MAX / 2;

std::vector<uint32_t> ScheduledAround(const StepTasks& tasks, int64_t most_ns);

}  // namespace tfprof
