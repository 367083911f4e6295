// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/tasks/step_tasks.h"

namespace tfprof {

// Fills in who waits for whom: producers, lags, types of kernels, has_work and
// the counts of what is not known. REQUIRES: the other columns are complete.
void FindProducers(StepTasks& tasks);

}  // namespace tfprof
