// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/tasks/step_tasks.h"

namespace tfprof {

// As FindProducers, of a recording: who released whom is recorded, for the most
// part.
void FindRecordedProducers(StepTasks& tasks);

}  // namespace tfprof
