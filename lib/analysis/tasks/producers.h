// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/tasks/step_tasks.h"

namespace tfprof {

// Finds which task waits for which: producers, lags, types of kernels,
// has_work, and counts of unknowns. REQUIRES: other columns are set.
void FindProducers(StepTasks& tasks);

}  // namespace tfprof
