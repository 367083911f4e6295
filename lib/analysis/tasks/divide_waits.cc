// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/divide_waits.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "analysis/tasks/launches.h"
#include "analysis/tasks/stream_types.h"

namespace tfprof {

namespace {

using Producer = StepTasks::Producer;

// Launched and unfinished kernels of a GPU from which on a launch waits for one
// to end: the queue has about 1024 places.
constexpr ptrdiff_t kFullQueue = 1000;

// A stream begins what is queued within this time.
constexpr int64_t kStreamLatencyNs = 10'000;

// A task, the end of its wait and what it waited for.
struct DividedWait {
  uint32_t task = 0;
  int64_t at = 0;
  Producer producer;
};

// Kernels of a GPU.
struct GpuKernels {
  std::vector<uint32_t> kernels;       // in order of their ends
  std::vector<int64_t> ends;           // of these
  std::vector<int64_t> launched;       // op_end of their launches, sorted
  std::vector<uint32_t> collectives;   // by start

  ptrdiff_t PendingAt(int64_t when) const {
    const auto until = [&](const std::vector<int64_t>& times) {
      return std::upper_bound(times.begin(), times.end(), when) -
             times.begin();
    };
    return until(launched) - until(ends);
  }

  // The kernel that ended last by `end`, if it did after `start`.
  uint32_t LastWithin(int64_t start, int64_t end) const {
    const auto after = std::upper_bound(ends.begin(), ends.end(), end);
    if (after == ends.begin() || *std::prev(after) <= start) {
      return StepTasks::kNone;
    }
    return kernels[static_cast<size_t>(after - ends.begin()) - 1];
  }
};

class WaitFinder {
 public:
  explicit WaitFinder(StepTasks& tasks)
      : tasks_(tasks), is_waiting_(tasks.size()), launch_(FindLaunchOf()) {
    own_ = ActivitiesByLaunch(tasks, launch_);
  }

  // In the order of tasks, those of operations before those of kernels.
  std::vector<DividedWait> Run() {
    SettleLags();
    CollectKernels();
    for (uint32_t task = 0; task < tasks_.size(); ++task) {
      if (tasks_.kind[task] != TaskKind::kOperation ||
          tasks_.GpuOf(task) == kNoGpu || own_[task].empty()) {
        continue;
      }
      if (is_waiting_[task]) {
        WaitForOwn(task);
      } else {
        WaitForQueue(task);
      }
    }
    WaitForCollectives();
    return std::move(waits_);
  }

 private:
  std::vector<uint32_t> FindLaunchOf() {
    std::vector<uint32_t> launch(tasks_.size(), StepTasks::kNone);
    for (uint32_t task = 0; task < tasks_.size(); ++task) {
      if (!tasks_.IsOnStream(task)) continue;
      for (const Producer& producer : tasks_.producers[task]) {
        if (producer.wait == Wait::kLaunch) launch[task] = producer.task;
      }
      const uint32_t by = launch[task];
      if (by != StepTasks::kNone && !is_waiting_[by] &&
          tasks_.type[by].valid()) {
        is_waiting_[by] = WaitsForStream(tasks_.TypeText(by));
      }
    }
    return launch;
  }

  // A stream goes on to work that waits within some microseconds: what took
  // longer was the launch.
  void SettleLags() {
    for (uint32_t task = 0; task < tasks_.size(); ++task) {
      const uint32_t by = launch_[task];
      if (by == StepTasks::kNone || !is_waiting_[by]) continue;
      int64_t done = 0;
      for (const Producer& producer : tasks_.producers[task]) {
        if (producer.task == by) continue;
        done = std::max(done, tasks_.end[producer.task]);
      }
      if (tasks_.before[task] != StepTasks::kNone) {
        done = std::max(done, tasks_.end[tasks_.before[task]]);
      }
      if (tasks_.start[task] - done <= kStreamLatencyNs) continue;
      const int64_t begin = tasks_.start[by];
      tasks_.lag[task] =
          std::min(tasks_.start[task], std::max(tasks_.OpEnd(by), begin)) -
          begin;
    }
  }

  void CollectKernels() {
    for (uint32_t task = 0; task < tasks_.size(); ++task) {
      if (tasks_.kind[task] != TaskKind::kKernel) continue;
      GpuKernels& gpu = gpus_[tasks_.GpuOf(task)];
      gpu.kernels.push_back(task);
      if (launch_[task] != StepTasks::kNone) {
        gpu.launched.push_back(tasks_.OpEnd(launch_[task]));
      }
      const StringId type = tasks_.type[task];
      if (type.valid() && IsCollectiveType(tasks_.records->strings[type])) {
        gpu.collectives.push_back(task);
      }
    }
    for (auto& [number, gpu] : gpus_) {
      tasks_.SortByEnd(gpu.kernels);
      for (const uint32_t kernel : gpu.kernels) {
        gpu.ends.push_back(tasks_.end[kernel]);
      }
      std::sort(gpu.launched.begin(), gpu.launched.end());
    }
  }

  // Until when an operation may have waited.
  int64_t EndOfWait(uint32_t task) const {
    return std::min(tasks_.OpEnd(task), tasks_.end[task]);
  }

  void WaitForOwn(uint32_t task) {
    const uint32_t last = tasks_.LastToEnd(own_[task], EndOfWait(task));
    if (last == StepTasks::kNone || tasks_.end[last] <= tasks_.OpStart(task)) {
      return;
    }
    waits_.push_back({task, tasks_.end[last], {last, Wait::kStream}});
  }

  void WaitForQueue(uint32_t task) {
    const auto gpu = gpus_.find(tasks_.GpuOf(task));
    if (gpu == gpus_.end() ||
        gpu->second.PendingAt(tasks_.OpEnd(task)) < kFullQueue) {
      return;
    }
    const uint32_t kernel =
        gpu->second.LastWithin(tasks_.OpStart(task), EndOfWait(task));
    if (kernel == StepTasks::kNone) return;
    waits_.push_back({task, tasks_.end[kernel], {kernel, Wait::kStream}});
  }

  // The n-th kernels of all GPUs belong together, if all have as many.
  void WaitForCollectives() {
    std::vector<std::vector<uint32_t>> rows;
    for (const auto& [number, gpu] : gpus_) {
      if (!gpu.collectives.empty()) rows.push_back(gpu.collectives);
    }
    if (rows.size() < 2 ||
        std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
          return row.size() != rows[0].size();
        })) {
      return;
    }
    for (size_t i = 0; i < rows[0].size(); ++i) {
      std::vector<uint32_t> together;
      for (const auto& row : rows) together.push_back(row[i]);
      WaitForLast(together);
    }
  }

  void WaitForLast(const std::vector<uint32_t>& together) {
    // Tasks are in order of start.
    const uint32_t last = *std::max_element(together.begin(), together.end());
    const int64_t when = tasks_.start[last];
    for (const uint32_t task : together) {
      if (tasks_.end[task] <= when) return;
    }
    for (const uint32_t task : together) {
      if (tasks_.start[task] < when) {
        waits_.push_back({task, when, {last, Wait::kLaunch}});
      }
    }
  }

  StepTasks& tasks_;
  std::vector<bool> is_waiting_;  // launches whose type waits for its stream
  const std::vector<uint32_t> launch_;  // by activity
  Lists<uint32_t> own_;                 // by operation
  std::map<uint32_t, GpuKernels> gpus_;
  std::vector<DividedWait> waits_;
};

// Makes two tasks of each that waited, the second of which goes behind all
// tasks until Number() sorts them.
class Divider {
 public:
  Divider(const TaskOrder& order, std::vector<DividedWait> waits,
          StepTasks& tasks)
      : order_(order),
        waits_(std::move(waits)),
        tasks_(tasks),
        size_(static_cast<uint32_t>(tasks.size())),
        second_(size_, StepTasks::kNone) {}

  void Run() {
    for (uint32_t i = 0; i < waits_.size(); ++i) {
      second_[waits_[i].task] = size_ + i;
    }
    FindProducersAgain();
    for (const DividedWait& wait : waits_) AddSecond(wait);
    for (uint32_t task = 0; task < size_; ++task) PassLane(task);
    Number();
  }

 private:
  // Tasks that waited for a divided task wait for its second part, except for
  // its earlier launches.
  void FindProducersAgain() {
    for (uint32_t task = 0; task < size_; ++task) {
      for (Producer producer : tasks_.producers[task]) {
        const uint32_t second = second_[producer.task];
        const int64_t at = second == StepTasks::kNone
                               ? INT64_MAX
                               : waits_[second - size_].at;
        if (second != StepTasks::kNone &&
            (producer.wait != Wait::kLaunch || tasks_.start[task] >= at)) {
          if (producer.wait == Wait::kLaunch) {
            const int64_t launched =
                std::min(tasks_.start[task], tasks_.OpEnd(producer.task));
            tasks_.lag[task] = std::max<int64_t>(0, launched - at);
          }
          producer.task = second;
        }
        rows_.Push(producer);
      }
      rows_.EndRow();
    }
    for (const DividedWait& wait : waits_) {
      Producer producer = wait.producer;
      if (second_[producer.task] != StepTasks::kNone) {
        producer.task = second_[producer.task];
      }
      rows_.Push(producer);
      rows_.EndRow();
    }
  }

  void AddSecond(const DividedWait& wait) {
    const uint32_t task = wait.task;
    tasks_.record.push_back(tasks_.record[task]);
    tasks_.part.push_back(static_cast<uint8_t>(tasks_.part[task] + 1));
    tasks_.kind.push_back(tasks_.kind[task]);
    tasks_.type.push_back(tasks_.type[task]);
    tasks_.start.push_back(wait.at);
    tasks_.end.push_back(tasks_.end[task]);
    tasks_.lag.push_back(
        wait.producer.wait == Wait::kLaunch ? 0 : tasks_.lag[task]);
    tasks_.has_work.push_back(tasks_.has_work[task]);
    tasks_.is_eager.push_back(tasks_.is_eager[task]);
    tasks_.is_of_call.push_back(tasks_.is_of_call[task]);
    tasks_.lane.push_back(tasks_.lane[task]);
    tasks_.before.push_back(task);
    tasks_.is_head.push_back(false);
    tasks_.end[task] = tasks_.kind[task] == TaskKind::kOperation
                           ? std::min(tasks_.OpStart(task), wait.at)
                           : tasks_.start[task];
  }

  void PassLane(uint32_t task) {
    uint32_t& before = tasks_.before[task];
    if (before == StepTasks::kNone || second_[before] == StepTasks::kNone) {
      return;
    }
    before = second_[before];
  }

  TaskRow RowOf(uint32_t task) const {
    TaskRow row;
    row.start = tasks_.start[task];
    row.end = tasks_.end[task];
    row.record = tasks_.record[task];
    row.part = tasks_.part[task];
    return row;
  }

  template <typename Values>
  static void Reorder(const std::vector<uint32_t>& sorted, Values& column) {
    Values moved;
    moved.reserve(sorted.size());
    for (const uint32_t task : sorted) moved.push_back(column[task]);
    column = std::move(moved);
  }

  void Number() {
    std::vector<uint32_t> sorted(tasks_.size());
    std::iota(sorted.begin(), sorted.end(), 0U);
    std::sort(sorted.begin(), sorted.end(), [&](uint32_t a, uint32_t b) {
      return order_(RowOf(a), RowOf(b));
    });
    std::vector<uint32_t> number(sorted.size());
    for (uint32_t i = 0; i < sorted.size(); ++i) number[sorted[i]] = i;
    Lists<Producer> producers;
    producers.ReserveRows(sorted.size());
    std::vector<Producer> row;
    for (const uint32_t task : sorted) {
      row.assign(rows_[task].begin(), rows_[task].end());
      for (Producer& producer : row) producer.task = number[producer.task];
      std::sort(row.begin(), row.end(),
                [](const Producer& a, const Producer& b) {
                  return a.task < b.task;
                });
      producers.AddRow(row);
    }
    tasks_.producers = std::move(producers);
    const auto reorder = [&](auto&... columns) {
      (Reorder(sorted, columns), ...);
    };
    reorder(tasks_.record, tasks_.part, tasks_.kind, tasks_.type, tasks_.start,
            tasks_.end, tasks_.lag, tasks_.has_work, tasks_.is_eager,
            tasks_.is_of_call, tasks_.lane, tasks_.before, tasks_.is_head);
    for (uint32_t& before : tasks_.before) {
      if (before != StepTasks::kNone) before = number[before];
    }
    for (StepTasks::Call& call : tasks_.calls) {
      call.call = number[call.call];
      call.back = number[call.back];
      for (uint32_t& task : call.body) task = number[task];
    }
  }

  const TaskOrder& order_;
  const std::vector<DividedWait> waits_;
  StepTasks& tasks_;
  const uint32_t size_;           // before
  std::vector<uint32_t> second_;  // by task
  Lists<Producer> rows_;          // of producers, before they are numbered
};

}  // namespace

bool DivideWaits(const TaskOrder& order, StepTasks& tasks) {
  std::vector<DividedWait> waits = WaitFinder(tasks).Run();
  if (waits.empty()) return false;
  Divider(order, std::move(waits), tasks).Run();
  return true;
}

}  // namespace tfprof
