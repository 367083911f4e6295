// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/tasks/step_tasks.h"

namespace tfprof {

// Fills in `order`: each task after its producers and after its predecessor on
// its lane. This is the order of start, except for tasks that start together.
// If wrong labels make these wait for each other in a circle, the first of them
// stops waiting: such producers are left out and counted. REQUIRES: lanes are
// set.
void OrderTasks(StepTasks& tasks);

// By task, the tasks that it is a producer of, in order.
Lists<uint32_t> ConsumersOf(const StepTasks& tasks);

}  // namespace tfprof
