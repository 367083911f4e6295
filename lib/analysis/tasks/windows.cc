// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/windows.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace tfprof {

namespace {

using TimeAndTask = std::pair<int64_t, uint32_t>;

}  // namespace

std::vector<uint32_t> ScheduledAround(const StepTasks& tasks, int64_t most_ns,
                                      Windows windows) {
  std::vector<uint32_t> around(tasks.size(), StepTasks::kNone);
  const auto is_operation = [&](uint32_t task) {
    return tasks.kind[task] == TaskKind::kOperation &&
           (windows == Windows::kAll ||
            (!tasks.is_eager[task] && !tasks.is_of_call[task]));
  };
  std::vector<TimeAndTask> asked;
  for (uint32_t i = 0; i < tasks.size(); ++i) {
    if (is_operation(i) && tasks.Scheduled(i) != StepRecords::kNotScheduled) {
      asked.emplace_back(tasks.Scheduled(i), i);
    }
  }
  if (asked.empty()) return around;
  std::vector<TimeAndTask> opened;
  for (uint32_t i = 0; i < tasks.size(); ++i) {
    if (!is_operation(i)) continue;
    opened.emplace_back(std::max(tasks.OpEnd(i), tasks.end[i] - most_ns), i);
  }
  std::sort(opened.begin(), opened.end());
  std::sort(asked.begin(), asked.end());
  // A sweep over time: the open windows, the first to end on top.
  std::priority_queue<TimeAndTask, std::vector<TimeAndTask>, std::greater<>>
      open;
  size_t next = 0;
  for (const auto& [when, task] : asked) {
    for (; next < opened.size() && opened[next].first <= when; ++next) {
      const uint32_t window = opened[next].second;
      open.emplace(tasks.end[window], window);
    }
    while (!open.empty() && open.top().first < when) open.pop();
    if (open.empty()) continue;
    TimeAndTask first = open.top();
    if (first.second == task) {  // not its own window
      open.pop();
      const TimeAndTask self = first;
      first = open.empty() ? TimeAndTask{INT64_MAX, 0} : open.top();
      open.push(self);
    }
    if (first.first <= tasks.start[task]) around[task] = first.second;
  }
  return around;
}

}  // namespace tfprof
