// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/waits.h"

#include <algorithm>

namespace tfprof {

Waits WaitsOf(const StepTasks& tasks) {
  Waits waits;
  waits.ready.reserve(tasks.size());
  waits.gap.reserve(tasks.size());
  for (size_t task = 0; task < tasks.size(); ++task) {
    int64_t ready = Waits::kNotKnown;
    for (const StepTasks::Producer& producer : tasks.producers[task]) {
      ready = std::max(ready, tasks.Anchor(task, producer));
    }
    waits.ready.push_back(ready);
    int64_t bound = ready;
    if (tasks.before[task] != StepTasks::kNone) {
      bound = std::max(bound, tasks.end[tasks.before[task]]);
    }
    if (bound == Waits::kNotKnown) bound = tasks.FirstStart();
    waits.gap.push_back(tasks.start[task] - bound);
  }
  return waits;
}

}  // namespace tfprof
