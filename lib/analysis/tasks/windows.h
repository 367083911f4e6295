// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/tasks/step_tasks.h"

namespace tfprof {

// By operation, the one around whose end it was scheduled, or StepTasks::kNone.
// The executor takes a node's scheduling time on a thread after the work of the
// previous node, before that node's end. So each operation has a window from
// its op_end, at most `most_ns` long (kWholeWindow: no limit), to its all_end;
// it is assigned to those scheduled in it that start after it. The first
// of several windows to end counts.
inline constexpr int64_t kWholeWindow = INT64_MAX / 2;

enum class Windows : uint8_t {
  kAll,
  kOfThreads,  // not of calls and eager records: their lanes are their own
};

std::vector<uint32_t> ScheduledAround(const StepTasks& tasks, int64_t most_ns,
                                      Windows windows = Windows::kAll);

}  // namespace tfprof
