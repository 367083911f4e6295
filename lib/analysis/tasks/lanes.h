// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/tasks/step_tasks.h"

namespace tfprof {

// Fills in lane, before, after, is_head and the counts of lanes. Lanes stand
// for threads. Only XSpaces record these; of other steps, the executor keeps cheap nodes on the
// thread of the node before, and takes the time at which it schedules them just
// before that one ends. What so follows shares its lane; the others, heads of
// chains, take the lane that came free last, though not after their producers
// were done if there is such a one, so that a wait for a lane is claimed only
// where none was free. A stream is a lane, and each receive has its own.
// REQUIRES: producers are found.
void GiveLanes(StepTasks& tasks);

}  // namespace tfprof
