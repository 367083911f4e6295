// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/tasks/by_node.h"

namespace tfprof {

// The execution that launched each activity.
struct Launches {
  std::vector<uint32_t> of;    // by activity: the operation, or StepTasks::kNone
  Lists<uint32_t> activities;  // by operation, in order of their ends
  Lists<uint32_t> kernels;     // the same without copies
  std::vector<bool> is_edge;   // by task: a copy of an output to other memory
};

// Also sets lags, types of activities, and has_work. `operations` has those of
// `tasks`.
Launches FindLaunches(const ByNode& operations, StepTasks& tasks);

// Makes `operation` the launch of an activity, which it let go at `launched`, or
// at the start of the activity if that is earlier: lag, type and has_work.
void SetLaunch(uint32_t activity, uint32_t operation, int64_t launched,
               StepTasks& tasks);

// By operation, the activities that it launched, in order of their ends.
// `launch`: by activity, or StepTasks::kNone.
Lists<uint32_t> ActivitiesByLaunch(const StepTasks& tasks,
                                   const std::vector<uint32_t>& launch);

}  // namespace tfprof
