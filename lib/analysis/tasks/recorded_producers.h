// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/tasks/step_tasks.h"

namespace tfprof {

// FindProducers for a recording, which mostly records its hand-overs.
void FindRecordedProducers(StepTasks& tasks);

}  // namespace tfprof
