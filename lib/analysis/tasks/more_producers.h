// SPDX-License-Identifier: Apache-2.0
// Waits that follow from other waits.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/tasks/launches.h"

namespace tfprof {

struct TaskWait {
  uint32_t task = 0;
  StepTasks::Producer producer;
};

// A function's body begins after its call, and the return waits for what nobody
// in the body reads.
std::vector<TaskWait> ProducersOfCalls(const StepTasks& tasks);

// A kernel waits for activities of other streams of its GPU that made what its
// operation reads, or that are of its operation.
std::vector<TaskWait> KernelsOfOtherStreams(const StepTasks& tasks,
                                            const Launches& launches);

// Adds them to the producers of their tasks. Existing waits for the same
// producer stay.
void AddProducers(std::vector<TaskWait> waits, StepTasks& tasks);

}  // namespace tfprof
