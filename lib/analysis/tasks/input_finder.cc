// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/input_finder.h"

#include <algorithm>
#include <tuple>

#include "analysis/tasks/windows.h"

namespace tfprof {

namespace {

using Producer = StepTasks::Producer;

// By when an operation's producers had ended: at its scheduling, or the end of
// the operation around whose end it was scheduled; at the latest its start.
std::vector<int64_t> LimitsOf(const StepTasks& tasks) {
  const std::vector<uint32_t> around = ScheduledAround(tasks, kWholeWindow);
  std::vector<int64_t> limits;
  limits.reserve(tasks.size());
  for (size_t i = 0; i < tasks.size(); ++i) {
    int64_t limit = tasks.start[i];
    if (tasks.kind[i] != TaskKind::kOperation) {
      // Kernels and copies have their launch.
    } else if (around[i] != StepTasks::kNone) {
      limit = std::min(limit, tasks.end[around[i]]);
    } else if (tasks.Scheduled(i) != StepRecords::kNotScheduled) {
      limit = std::min(limit, tasks.Scheduled(i));
    }
    limits.push_back(limit);
  }
  return limits;
}

}  // namespace

InputFinder::InputFinder(const StepTasks& tasks)
    : tasks_(tasks),
      limits_(LimitsOf(tasks)),
      operations_(tasks, {TaskKind::kOperation, TaskKind::kReceive}),
      turn_(operations_.Turns()),
      merge_(tasks.records->strings.Find("Merge")),
      ref_merge_(tasks.records->strings.Find("RefMerge")) {}

StringId InputFinder::Resolve(StringId node) const {
  if (operations_.CountOf(node) > 0) return node;
  const StringPool& strings = tasks_.records->strings;
  const std::string_view sent = WithoutEdgeNumber(strings[node]);
  if (sent.empty()) return {};
  const StringId found = strings.Find(sent);
  return found.valid() && operations_.CountOf(found) > 0 ? found : StringId();
}

uint32_t InputFinder::PickTurn(uint32_t task, StringId node) const {
  const auto turns = operations_.ByStart(node);
  if (!IsMerge(task) &&
      turns.size() == operations_.CountOf(tasks_.NodeOf(task))) {
    const uint32_t same = turns[turn_[task]];
    if (tasks_.end[same] <= limits_[task]) return same;
  }
  const uint32_t last = operations_.LastToEnd(node, limits_[task]);
  return last != StepTasks::kNone
             ? last
             : operations_.LastToEnd(node, tasks_.start[task]);
}

void KeepLastToEnd(const StepTasks& tasks, std::vector<Producer>& found) {
  if (found.empty()) return;
  const auto last = std::max_element(
      found.begin(), found.end(), [&](const Producer& a, const Producer& b) {
        return tasks.EndsBefore(a.task, b.task);
      });
  found = {*last};
}

void EndTask(uint32_t task, std::vector<Producer>& found,
             Lists<Producer>& rows) {
  std::stable_sort(
      found.begin(), found.end(), [](const Producer& a, const Producer& b) {
        const bool a_is_control = a.wait == Wait::kControl;
        const bool b_is_control = b.wait == Wait::kControl;
        return std::tie(a.task, a_is_control) < std::tie(b.task, b_is_control);
      });
  uint32_t last = task;  // no task waits for itself
  for (const Producer& producer : found) {
    if (producer.task == task || producer.task == last) continue;
    rows.Push(producer);
    last = producer.task;
  }
  rows.EndRow();
  found.clear();
}

}  // namespace tfprof
