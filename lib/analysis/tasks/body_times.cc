// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/body_times.h"

#include "analysis/tasks/step_tasks.h"
#include "base/intervals.h"

namespace tfprof {

std::vector<BodyTime> BodyTimesOf(const StepRecords& records) {
  std::vector<BodyTime> times;
  const Result<std::vector<StepTasks>> hosts = TasksByHost(records);
  if (!hosts) return times;
  for (const StepTasks& tasks : *hosts) {
    for (const StepTasks::Call& call : tasks.calls) {
      Intervals body;
      for (const uint32_t task : call.body) {
        const uint32_t record = tasks.record[task];
        body.Add(records.all_start[record], records.all_end[record]);
      }
      body.Normalize();
      times.push_back(
          {tasks.NodeOf(call.call), tasks.type[call.call], body.Length()});
    }
  }
  return times;
}

}  // namespace tfprof
