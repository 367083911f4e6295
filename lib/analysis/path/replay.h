// SPDX-License-Identifier: Apache-2.0
// What if some tasks were faster: the step is run again with other durations.
#pragma once

#include <cstdint>
#include <span>

#include "analysis/tasks/step_tasks.h"
#include "analysis/tasks/waits.h"

namespace tfprof {

// Both give the length of the step, in ns, if tasks take `durations` (ns, by
// task) and all gaps stay as they were.

// Lanes and the order on them stay as recorded. With the recorded durations it
// is the recorded length: a check of producers, lanes and gaps.
int64_t ReplayFixed(const StepTasks& tasks, const Waits& waits,
                    std::span<const int64_t> durations);

// What followed on its thread follows there again if its producers let it go by
// then; every other operation takes a free one of `threads` when it is ready,
// the earliest recorded start first. Streams keep their order. How far off it
// is with the recorded durations says how far it can be trusted.
// REQUIRES: threads >= 1.
int64_t ReplayList(const StepTasks& tasks, const Waits& waits,
                   std::span<const int64_t> durations, uint32_t threads);

// The recorded durations, by task.
std::vector<int64_t> DurationsOf(const StepTasks& tasks);

}  // namespace tfprof
