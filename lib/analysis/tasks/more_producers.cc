// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/more_producers.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/tasks/input_finder.h"

namespace tfprof {

namespace {

using Producer = StepTasks::Producer;

// Finds the activities behind the data of operations on a GPU.
class StreamWaits {
 public:
  StreamWaits(const StepTasks& tasks, const Launches& launches)
      : tasks_(tasks), launches_(launches) {}

  std::vector<TaskWait> Run() {
    for (uint32_t task = 0; task < tasks_.size(); ++task) AddMade(task);
    for (uint32_t task = 0; task < tasks_.size(); ++task) {
      if (tasks_.kind[task] == TaskKind::kOperation &&
          !launches_.activities[task].empty()) {
        FindForKernelsOf(task);
      }
    }
    return std::move(waits_);
  }

 private:
  // Calls `visit` with what stands behind the data that `task` reads on its
  // line.
  template <typename Visit>
  void ForRead(uint32_t task, Visit visit) const {
    for (const Producer& producer : tasks_.producers[task]) {
      const uint32_t from = producer.task;
      if (producer.wait != Wait::kData || from >= made_.size() ||
          tasks_.kind[from] != TaskKind::kOperation ||
          tasks_.DeviceOf(from) != tasks_.DeviceOf(task)) {
        continue;
      }
      for (const uint32_t activity : made_[from]) visit(activity);
    }
  }

  // The last activity of each stream.
  void AddMade(uint32_t task) {
    last_.clear();
    const auto add = [&](uint32_t activity) {
      const uint32_t device = tasks_.DeviceOf(activity);
      const auto known =
          std::find_if(last_.begin(), last_.end(), [&](uint32_t other) {
            return tasks_.DeviceOf(other) == device;
          });
      if (known == last_.end()) {
        last_.push_back(activity);
      } else if (tasks_.EndsBefore(*known, activity)) {
        *known = activity;
      }
    };
    if (tasks_.kind[task] == TaskKind::kOperation &&
        tasks_.GpuOf(task) != kNoGpu) {
      const auto own = launches_.activities[task];
      for (const uint32_t activity : own) add(activity);
      if (own.empty()) ForRead(task, add);
    }
    made_.AddRow(last_);
  }

  void FindForKernelsOf(uint32_t operation) {
    const auto own = launches_.activities[operation];
    std::vector<uint32_t> behind(own.begin(), own.end());
    ForRead(operation,
            [&](uint32_t activity) { behind.push_back(activity); });
    if (std::all_of(behind.begin(), behind.end(), [&](uint32_t activity) {
          return tasks_.DeviceOf(activity) == tasks_.DeviceOf(own[0]);
        })) {
      return;
    }
    tasks_.SortByEnd(behind);
    std::vector<uint32_t> by_start(own.begin(), own.end());
    std::sort(by_start.begin(), by_start.end());
    std::map<uint32_t, uint32_t> last;  // by device
    size_t next = 0;
    for (const uint32_t kernel : by_start) {
      for (; next < behind.size() &&
             tasks_.end[behind[next]] <= tasks_.start[kernel];
           ++next) {
        last[tasks_.DeviceOf(behind[next])] = behind[next];
      }
      if (tasks_.kind[kernel] != TaskKind::kKernel) continue;
      for (const auto& [device, activity] : last) {
        if (device != tasks_.DeviceOf(kernel) &&
            tasks_.GpuOf(activity) == tasks_.GpuOf(kernel)) {
          waits_.push_back({kernel, {activity, Wait::kData}});
        }
      }
    }
  }

  const StepTasks& tasks_;
  const Launches& launches_;
  Lists<uint32_t> made_;        // by operation
  std::vector<uint32_t> last_;  // of the current one
  std::vector<TaskWait> waits_;
};

}  // namespace

std::vector<TaskWait> ProducersOfCalls(const StepTasks& tasks) {
  std::vector<TaskWait> waits;
  std::map<uint32_t, std::vector<uint32_t>> added;  // producers by task
  const auto add = [&](uint32_t task, uint32_t producer, Wait wait) {
    waits.push_back({task, {producer, wait}});
    added[task].push_back(producer);
  };
  for (const StepTasks::Call& call : tasks.calls) {
    std::set<uint32_t> read;
    for (const uint32_t task : call.body) {
      for (const Producer& producer : tasks.producers[task]) {
        read.insert(producer.task);
      }
      const auto more = added.find(task);
      if (more != added.end()) {
        read.insert(more->second.begin(), more->second.end());
      }
    }
    for (const uint32_t task : call.body) {
      if (tasks.producers[task].empty() && !added.contains(task)) {
        add(task, call.call, Wait::kControl);
      }
      if (!read.contains(task)) add(call.back, task, Wait::kData);
    }
  }
  return waits;
}

std::vector<TaskWait> KernelsOfOtherStreams(const StepTasks& tasks,
                                            const Launches& launches) {
  const bool has_streams =
      std::any_of(launches.of.begin(), launches.of.end(), [](uint32_t launch) {
        return launch != StepTasks::kNone;
      });
  if (!has_streams) return {};
  return StreamWaits(tasks, launches).Run();
}

void AddProducers(std::vector<TaskWait> waits, StepTasks& tasks) {
  if (waits.empty()) return;
  std::stable_sort(
      waits.begin(), waits.end(),
      [](const TaskWait& a, const TaskWait& b) { return a.task < b.task; });
  Lists<Producer> rows;
  rows.ReserveRows(tasks.size());
  std::vector<Producer> found;
  auto next = waits.begin();
  for (uint32_t task = 0; task < tasks.size(); ++task) {
    const auto known = tasks.producers[task];
    found.assign(known.begin(), known.end());
    for (; next != waits.end() && next->task == task; ++next) {
      found.push_back(next->producer);
    }
    EndTask(task, found, rows);
  }
  tasks.producers = std::move(rows);
}

}  // namespace tfprof
