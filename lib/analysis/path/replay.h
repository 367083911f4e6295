// SPDX-License-Identifier: Apache-2.0
// What-ifs: replays a step with other durations of tasks.
#pragma once

#include <cstdint>
#include <span>

#include "analysis/tasks/step_tasks.h"
#include "analysis/tasks/waits.h"

namespace tfprof {

// Both return the length of the step in ns if tasks take `durations` (ns, by
// task) and gaps stay as recorded.

// Keeps lanes and the order on them. The recorded durations give
// the recorded length, which checks producers, lanes and gaps.
int64_t ReplayFixed(const StepTasks& tasks, const Waits& waits,
                    std::span<const int64_t> durations);

// Assigns threads anew: an operation that followed another on its thread does
// so again if its producers are done; the others take a free one of `threads`
// when they are ready, by recorded start. Streams and the launches of GPUs keep
// their order, and so do calls and eager records. Its error with the recorded durations tells how far to trust it. REQUIRES: threads >=
// 1.
int64_t ReplayList(const StepTasks& tasks, const Waits& waits,
                   std::span<const int64_t> durations, uint32_t threads);

// The recorded durations, by task.
std::vector<int64_t> DurationsOf(const StepTasks& tasks);

}  // namespace tfprof
