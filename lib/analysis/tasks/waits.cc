// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/waits.h"

#include <algorithm>

namespace tfprof {

Waits WaitsOf(const StepTasks& tasks) {
  Waits waits{std::vector<int64_t>(tasks.size(), Waits::kNotKnown),
              std::vector<int64_t>(tasks.size())};
  for (size_t task = 0; task < tasks.size(); ++task) {
    for (const StepTasks::Producer& producer : tasks.producers[task]) {
      waits.ready[task] =
          std::max(waits.ready[task], tasks.Anchor(task, producer));
    }
    int64_t bound = waits.ready[task];
    if (tasks.before[task] != StepTasks::kNone) {
      bound = std::max(bound, tasks.end[tasks.before[task]]);
    }
    if (bound == Waits::kNotKnown) bound = tasks.FirstStart();
    waits.gap[task] = tasks.start[task] - bound;
  }
  return waits;
}

}  // namespace tfprof
