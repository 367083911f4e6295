// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/recorded_producers.h"

#include <algorithm>

#include "analysis/tasks/input_finder.h"
#include "analysis/tasks/launches.h"

namespace tfprof {

namespace {

using Producer = StepTasks::Producer;

class RecordedFinder {
 public:
  explicit RecordedFinder(StepTasks& tasks)
      : tasks_(tasks),
        inputs_(tasks),
        kernels_(tasks, {TaskKind::kKernel}),
        work_(tasks, {TaskKind::kKernel, TaskKind::kCopy}),
        work_spans_(work_),
        task_of_(TasksOfRecords()) {}

  void Run();

 private:
  void FindForWork(uint32_t task);
  void FindForOperation(uint32_t task);
  bool FindHandOvers(uint32_t task);
  std::vector<uint32_t> TasksOfRecords() const;
  void AddResult(uint32_t task, uint32_t producer);

  StepTasks& tasks_;
  const InputFinder inputs_;
  const ByNode kernels_;
  const ByNode work_;
  const WorkSpans work_spans_;
  const std::vector<uint32_t> task_of_;  // by record, if there are hand-overs
  std::vector<Producer> found_;          // of the current task
};

void RecordedFinder::FindForWork(uint32_t task) {
  const StringId node = tasks_.NodeOf(task);
  const uint32_t launch =
      inputs_.operations().LastToStart(node, tasks_.start[task]);
  if (launch != StepTasks::kNone) {
    found_.push_back({launch, Wait::kLaunch});
    SetLaunch(task, launch, tasks_.OpEnd(launch), tasks_);
  }
  if (tasks_.kind[task] != TaskKind::kCopy) return;
  const uint32_t kernel = kernels_.LastToEnd(node, tasks_.start[task]);
  if (kernel != StepTasks::kNone) found_.push_back({kernel, Wait::kData});
}

// A device runs later than its host: the result of an operation is there when
// its kernels and copies are done.
void RecordedFinder::AddResult(uint32_t task, uint32_t producer) {
  if (tasks_.DeviceOf(producer) == tasks_.DeviceOf(task)) return;
  const uint32_t work = work_spans_.LastWithin(
      tasks_.NodeOf(producer), tasks_.start[producer], tasks_.start[task]);
  if (work == StepTasks::kNone) return;
  const bool is_copy = tasks_.kind[work] == TaskKind::kCopy;
  found_.push_back({work, is_copy ? Wait::kTransfer : Wait::kData});
}

void RecordedFinder::FindForOperation(uint32_t task) {
  const StepRecords& records = *tasks_.records;
  const uint32_t row = records.input_row[tasks_.record[task]];
  for (const StepRecords::Input& input : records.inputs[row]) {
    const StringId node = inputs_.Resolve(input.node);
    const uint32_t producer =
        node.valid() ? inputs_.PickTurn(task, node) : StepTasks::kNone;
    if (producer == StepTasks::kNone) {
      ++tasks_.inputs_unknown;
    } else if (input.slot == InputName::kControl) {
      found_.push_back({producer, Wait::kControl});
    } else {
      found_.push_back({producer, Wait::kData});
      AddResult(task, producer);
    }
  }
  if (inputs_.IsMerge(task)) KeepLastToEnd(tasks_, found_);
}

std::vector<uint32_t> RecordedFinder::TasksOfRecords() const {
  const StepRecords& records = *tasks_.records;
  if (records.hand_overs.empty()) return {};
  std::vector<uint32_t> tasks(records.size(), StepTasks::kNone);
  for (uint32_t i = 0; i < tasks_.size(); ++i) tasks[tasks_.record[i]] = i;
  return tasks;
}

// Adds the recorded hand-overs to the task. False if there are none.
bool RecordedFinder::FindHandOvers(uint32_t task) {
  const auto& hand_overs = tasks_.records->hand_overs;
  const uint32_t record = tasks_.record[task];
  auto from = std::lower_bound(
      hand_overs.begin(), hand_overs.end(), record,
      [](const StepRecords::Handoff& a, uint32_t to) { return a.to < to; });
  for (; from != hand_overs.end() && from->to == record; ++from) {
    const uint32_t producer = task_of_[from->from];
    if (producer == StepTasks::kNone) continue;
    if (from->at < tasks_.end[producer]) {
      tasks_.lag[task] = from->at - tasks_.start[producer];
      found_.push_back({producer, Wait::kLaunch});
    } else {
      found_.push_back({producer, Wait::kControl});
    }
  }
  return !found_.empty();
}

void RecordedFinder::Run() {
  for (uint32_t task = 0; task < tasks_.size(); ++task) {
    const bool is_handed_over = FindHandOvers(task);
    if (tasks_.IsOnStream(task)) {
      if (!is_handed_over) FindForWork(task);
    } else {
      FindForOperation(task);
    }
    EndTask(task, found_, tasks_.producers);
  }
}

}  // namespace

void FindRecordedProducers(StepTasks& tasks) { RecordedFinder(tasks).Run(); }

}  // namespace tfprof
