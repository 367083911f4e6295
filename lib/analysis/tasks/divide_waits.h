// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/tasks/step_tasks.h"
#include "analysis/tasks/task_row.h"

namespace tfprof {

// Divides operations and kernels at the time until which they waited inside of
// their records, so that the wait is nobody's work. Operations wait for their
// own activities if their type says so (WaitsForStream), and launches for a
// place in the full queue of their GPU. A kernel of a collective waits until the
// last one of its group has begun. Tasks get new numbers, and StepTasks::order is to be
// made again. Returns whether there were any. REQUIRES: lanes are set.
bool DivideWaits(const TaskOrder& order, StepTasks& tasks);

}  // namespace tfprof
