// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/tasks/step_tasks.h"

namespace tfprof {

// How long each task waited, by task, in ns.
struct Waits {
  static constexpr int64_t kNotKnown = INT64_MIN;

  // When the last of its producers let it go; kNotKnown without any.
  std::vector<int64_t> ready;
  // From then, or from the end of the task before on its lane if that is later,
  // to its start; for a task that has neither from the start of the step. On
  // streams, whose work may overlap, it can be negative.
  std::vector<int64_t> gap;
};

Waits WaitsOf(const StepTasks& tasks);

}  // namespace tfprof
