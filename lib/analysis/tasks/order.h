// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/tasks/step_tasks.h"

namespace tfprof {

// Fills in `order`: each task after its producers and after the one before it
// on its lane. The order of start is one, but for tasks that start together.
// Where these wait for each other in a circle, as wrong labels may say, the
// first of them waits no more: such producers are left out and counted.
// REQUIRES: lanes are given.
void OrderTasks(StepTasks& tasks);

// By task, those that it produces for, in order.
Lists<uint32_t> ConsumersOf(const StepTasks& tasks);

}  // namespace tfprof
