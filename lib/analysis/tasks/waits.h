// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/tasks/step_tasks.h"

namespace tfprof {

// How long each task waited, by task, in ns.
struct Waits {
  static constexpr int64_t kNotKnown = INT64_MIN;

  // When the last of its producers allowed it to start; kNotKnown if none.
  std::vector<int64_t> ready;
  // Time until its start, from `ready` or the end of its lane's previous task,
  // whichever is later; if it has neither, from the start of the step. May be
  // negative on streams, whose work may overlap.
  std::vector<int64_t> gap;
};

Waits WaitsOf(const StepTasks& tasks);

}  // namespace tfprof
