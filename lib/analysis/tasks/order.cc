// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/order.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tfprof {

namespace {

using Producer = StepTasks::Producer;

bool IsInOrderOfStart(const StepTasks& tasks) {
  for (uint32_t task = 0; task < tasks.size(); ++task) {
    const uint32_t before = tasks.before[task];
    if (before != StepTasks::kNone && before > task) return false;
    const auto producers = tasks.producers[task];
    if (!producers.empty() && producers.back().task > task) return false;
  }
  return true;
}

class Sorter {
 public:
  explicit Sorter(StepTasks& tasks)
      : tasks_(tasks),
        consumers_(ConsumersOf(tasks)),
        after_(tasks.size(), StepTasks::kNone),
        left_(tasks.size()),
        is_done_(tasks.size()) {
    for (uint32_t task = 0; task < tasks.size(); ++task) {
      left_[task] = static_cast<uint32_t>(tasks.producers[task].size());
      if (tasks.before[task] == StepTasks::kNone) continue;
      after_[tasks.before[task]] = task;
      ++left_[task];
    }
  }

  void Run();

 private:
  void Finish(uint32_t task);
  void Release(uint32_t task);
  void BreakCircle(uint32_t task);
  void LeaveOut();

  StepTasks& tasks_;
  const Lists<uint32_t> consumers_;
  std::vector<uint32_t> after_;  // next task on the lane
  std::vector<uint32_t> left_;   // by task: what it still waits for
  std::vector<bool> is_done_;
  std::vector<uint32_t> ready_;
  std::vector<std::pair<uint32_t, uint32_t>> left_out_;  // task and producer
};

void Sorter::Finish(uint32_t task) {
  is_done_[task] = true;
  tasks_.order.push_back(task);
  for (const uint32_t consumer : consumers_[task]) Release(consumer);
  if (after_[task] != StepTasks::kNone) Release(after_[task]);
}

void Sorter::Release(uint32_t task) {
  if (--left_[task] == 0 && !is_done_[task]) ready_.push_back(task);
}

// Leaves out the producers that start no earlier than `task`.
void Sorter::BreakCircle(uint32_t task) {
  for (const Producer& producer : tasks_.producers[task]) {
    if (!is_done_[producer.task]) left_out_.emplace_back(task, producer.task);
  }
}

void Sorter::LeaveOut() {
  if (left_out_.empty()) return;
  tasks_.circular = left_out_.size();
  std::sort(left_out_.begin(), left_out_.end());
  auto next = left_out_.begin();
  Lists<Producer> kept;
  for (uint32_t task = 0; task < tasks_.size(); ++task) {
    for (const Producer& producer : tasks_.producers[task]) {
      if (next != left_out_.end() && *next == std::pair(task, producer.task)) {
        ++next;
      } else {
        kept.Push(producer);
      }
    }
    kept.EndRow();
  }
  tasks_.producers = std::move(kept);
}

void Sorter::Run() {
  for (uint32_t task = 0; task < tasks_.size(); ++task) {
    if (left_[task] == 0) ready_.push_back(task);
  }
  uint32_t first = 0;  // all tasks before it are done
  while (tasks_.order.size() < tasks_.size()) {
    while (!ready_.empty()) {
      const uint32_t task = ready_.back();
      ready_.pop_back();
      Finish(task);
    }
    while (first < tasks_.size() && is_done_[first]) ++first;
    if (first == tasks_.size()) break;
    BreakCircle(first);
    Finish(first);
  }
  LeaveOut();
}

}  // namespace

void OrderTasks(StepTasks& tasks) {
  tasks.order.clear();
  if (IsInOrderOfStart(tasks)) {
    tasks.order.resize(tasks.size());
    std::iota(tasks.order.begin(), tasks.order.end(), 0);
    return;
  }
  Sorter(tasks).Run();
}

Lists<uint32_t> ConsumersOf(const StepTasks& tasks) {
  std::vector<uint64_t> next(tasks.size() + 1);
  for (size_t task = 0; task < tasks.size(); ++task) {
    for (const Producer& producer : tasks.producers[task]) {
      ++next[producer.task + 1];
    }
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<uint32_t> consumers(next.back());
  for (uint32_t task = 0; task < tasks.size(); ++task) {
    for (const Producer& producer : tasks.producers[task]) {
      consumers[next[producer.task]++] = task;
    }
  }
  next.pop_back();  // each has moved to the end of its row
  return {std::move(consumers), std::move(next)};
}

}  // namespace tfprof
