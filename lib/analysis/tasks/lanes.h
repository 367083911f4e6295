// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/tasks/step_tasks.h"

namespace tfprof {

// Fills in lane, before, after, is_head and the numbers of lanes. Lanes stand
// for threads, which only XSpaces record. In other steps threads are guessed:
// the executor runs cheap nodes on the thread of the previous node and takes
// their scheduling time just before that one ends. The followers share
// its lane. The others, heads of chains, take the lane that became free last, but
// if possible before their producers were done, so that a wait for a lane is
// claimed only if none was free. Heads on the line of a GPU are launches, which
// stay with the thread of the operation that let them go, if it is free. A
// stream is a lane, and so are the eager records of a device; each receive and
// each call has its own. REQUIRES: producers are found.
void GiveLanes(StepTasks& tasks);

}  // namespace tfprof
