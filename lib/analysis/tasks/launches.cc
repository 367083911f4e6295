// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/launches.h"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "analysis/tasks/stream_types.h"
#include "model/node_label.h"

namespace tfprof {

namespace {

// Rows with a number each, of which the first that is great enough is found in
// logarithmic time.
class FirstOfAtLeast {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  explicit FirstOfAtLeast(const std::vector<int64_t>& numbers)
      : leaves_(std::bit_ceil(std::max<size_t>(numbers.size(), 1))),
        greatest_(2 * leaves_, INT64_MIN) {
    std::copy(numbers.begin(), numbers.end(),
              greatest_.begin() + static_cast<ptrdiff_t>(leaves_));
    for (size_t i = leaves_; --i > 0;) Update(i);
  }

  // The first row with at least `least`.
  size_t Find(int64_t least) const {
    if (greatest_[1] < least || least == INT64_MIN) return kNone;
    size_t at = 1;
    while (at < leaves_) at = greatest_[2 * at] >= least ? 2 * at : 2 * at + 1;
    return at - leaves_;
  }

  // The row is not found any more.
  void Remove(size_t row) {
    size_t at = row + leaves_;
    greatest_[at] = INT64_MIN;
    while ((at /= 2) > 0) Update(at);
  }

 private:
  void Update(size_t at) {
    greatest_[at] = std::max(greatest_[2 * at], greatest_[2 * at + 1]);
  }

  size_t leaves_;
  std::vector<int64_t> greatest_;  // children of i are 2i and 2i + 1
};

class LaunchFinder {
 public:
  LaunchFinder(const ByNode& operations, StepTasks& tasks)
      : operations_(operations), tasks_(tasks) {
    launches_.of.assign(tasks.size(), StepTasks::kNone);
    launches_.is_edge.resize(tasks.size());
    waits_.resize(tasks.records->strings.size());
  }

  Launches Run() {
    std::vector<uint32_t> named = CollectNamed();
    std::stable_sort(named.begin(), named.end(), [&](uint32_t a, uint32_t b) {
      return GroupOf(a) < GroupOf(b);
    });
    for (size_t begin = 0; begin < named.size();) {
      size_t end = begin + 1;
      while (end < named.size() && GroupOf(named[end]) == GroupOf(named[begin]))
        ++end;
      GiveByName(std::span(named).subspan(begin, end - begin));
      begin = end;
    }
    GiveOrphans();
    launches_.activities = ActivitiesByLaunch(tasks_, launches_.of);
    for (uint32_t task = 0; task < tasks_.size(); ++task) {
      for (const uint32_t activity : launches_.activities[task]) {
        if (tasks_.kind[activity] != TaskKind::kKernel) continue;
        launches_.kernels.Push(activity);
      }
      launches_.kernels.EndRow();
    }
    return std::move(launches_);
  }

 private:
  // Waiting operations of a GPU that have no activities by name, in order of
  // op_start, for activities of one kind.
  struct Waiting {
    std::vector<uint32_t> tasks;
    FirstOfAtLeast ends;
  };

  enum class Known : uint8_t { kNot, kNo, kYes };

  bool IsWaiting(uint32_t operation) {
    const StringId type = tasks_.type[operation];
    if (!type.valid()) return false;
    Known& known = waits_[type.value];
    if (known == Known::kNot) {
      known = WaitsForStream(tasks_.records->strings[type]) ? Known::kYes
                                                            : Known::kNo;
    }
    return known == Known::kYes;
  }

  std::pair<uint32_t, uint32_t> GroupOf(uint32_t task) const {
    return {tasks_.NodeOf(task).value, tasks_.GpuOf(task)};
  }

  // Activities of nodes that ran; the others become orphans.
  std::vector<uint32_t> CollectNamed() {
    const StepRecords& records = *tasks_.records;
    std::vector<uint32_t> named;
    for (uint32_t task = 0; task < tasks_.size(); ++task) {
      if (!tasks_.IsOnStream(task)) continue;
      if (IsEdgeCopy(records.strings[records.name[tasks_.record[task]]])) {
        launches_.is_edge[task] = true;
      } else if (operations_.CountOf(tasks_.NodeOf(task)) > 0) {
        named.push_back(task);
      } else {
        orphans_.push_back(task);
      }
    }
    return named;
  }

  // Activities of a node run in the order of its executions: equal parts if the
  // numbers allow it, else each is of the last execution that had started.
  void GiveByName(std::span<const uint32_t> activities) {
    const StringId node = tasks_.NodeOf(activities[0]);
    const auto turns = operations_.ByStart(node);
    const uint64_t each = activities.size() / turns.size();
    bool is_even = activities.size() % turns.size() == 0;
    for (size_t i = 0; is_even && i < activities.size(); ++i) {
      is_even =
          tasks_.start[turns[i / each]] <= tasks_.start[activities[i]];
    }
    for (size_t i = 0; i < activities.size(); ++i) {
      const uint32_t task = activities[i];
      const uint32_t operation =
          is_even ? turns[i / each]
                  : operations_.LastToStart(node, tasks_.start[task]);
      if (operation != StepTasks::kNone) Give(task, operation);
    }
  }

  void Give(uint32_t task, uint32_t operation) {
    launches_.of[task] = operation;
    // One that waits for its stream has launched long before it ends; how long
    // that took is not recorded.
    SetLaunch(task, operation,
              IsWaiting(operation) ? tasks_.OpStart(operation)
                                   : tasks_.OpEnd(operation),
              tasks_);
  }

  // Operations that wait for their stream and have no activities by name. Each
  // may take one kernel and one copy.
  std::vector<uint32_t> CollectWaiting() {
    std::vector<uint32_t> waiting;
    for (uint32_t task = 0; task < tasks_.size(); ++task) {
      if (tasks_.kind[task] == TaskKind::kOperation &&
          tasks_.GpuOf(task) != kNoGpu && !tasks_.has_work[task] &&
          !(tasks_.is_of_call[task] && tasks_.part[task] == 0) &&
          IsWaiting(task)) {
        waiting.push_back(task);
      }
    }
    std::stable_sort(waiting.begin(), waiting.end(),
                     [&](uint32_t a, uint32_t b) {
                       return tasks_.OpStart(a) < tasks_.OpStart(b);
                     });
    return waiting;
  }

  // Activities under no known name.
  void GiveOrphans() {
    if (orphans_.empty()) return;
    std::map<uint32_t, std::vector<uint32_t>> of_gpu;
    for (const uint32_t task : CollectWaiting()) {
      of_gpu[tasks_.GpuOf(task)].push_back(task);
    }
    std::map<std::pair<uint32_t, TaskKind>, Waiting> waiting;
    for (const auto& [gpu, operations] : of_gpu) {
      std::vector<int64_t> ends;
      for (const uint32_t task : operations) ends.push_back(tasks_.OpEnd(task));
      for (const TaskKind kind : {TaskKind::kKernel, TaskKind::kCopy}) {
        waiting.insert({{gpu, kind}, {operations, FirstOfAtLeast(ends)}});
      }
    }
    for (const uint32_t task : orphans_) {
      const auto found =
          waiting.find({tasks_.GpuOf(task), tasks_.kind[task]});
      if (found == waiting.end()) continue;
      Waiting& of = found->second;
      // The first to begin of those that end late enough; if it had not begun
      // by then, none had.
      const size_t row = of.ends.Find(tasks_.end[task]);
      if (row == FirstOfAtLeast::kNone) continue;
      const uint32_t operation = of.tasks[row];
      if (tasks_.OpStart(operation) > tasks_.start[task]) continue;
      of.ends.Remove(row);
      Give(task, operation);
    }
  }

  const ByNode& operations_;
  StepTasks& tasks_;
  Launches launches_;
  std::vector<uint32_t> orphans_;
  std::vector<Known> waits_;  // by StringId of a type: each is looked at once
};

}  // namespace

Launches FindLaunches(const ByNode& operations, StepTasks& tasks) {
  return LaunchFinder(operations, tasks).Run();
}

// Kernels start before the operation that launches them ends.
void SetLaunch(uint32_t activity, uint32_t operation, int64_t launched,
               StepTasks& tasks) {
  const int64_t begin = tasks.start[operation];
  tasks.lag[activity] =
      std::min(tasks.start[activity], std::max(launched, begin)) - begin;
  tasks.has_work[operation] = true;
  tasks.type[activity] = tasks.type[operation];
}

Lists<uint32_t> ActivitiesByLaunch(const StepTasks& tasks,
                                   const std::vector<uint32_t>& launch) {
  std::vector<uint32_t> launched;
  for (uint32_t task = 0; task < tasks.size(); ++task) {
    if (launch[task] != StepTasks::kNone) launched.push_back(task);
  }
  std::sort(launched.begin(), launched.end(), [&](uint32_t a, uint32_t b) {
    return std::tie(launch[a], tasks.end[a], a) <
           std::tie(launch[b], tasks.end[b], b);
  });
  Lists<uint32_t> result;
  auto next = launched.begin();
  for (uint32_t task = 0; task < tasks.size(); ++task) {
    for (; next != launched.end() && launch[*next] == task; ++next) {
      result.Push(*next);
    }
    result.EndRow();
  }
  return result;
}

}  // namespace tfprof
