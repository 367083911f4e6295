// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/producers.h"

#include <algorithm>
#include <tuple>

#include "analysis/tasks/by_node.h"
#include "analysis/tasks/windows.h"

namespace tfprof {

namespace {

using Producer = StepTasks::Producer;

// By when an operation's producers had ended: at its scheduling, or the end of
// the operation around whose end it was scheduled; at the latest its start.
CompactColumn<int64_t> LimitsOf(const StepTasks& tasks) {
  const std::vector<uint32_t> around = ScheduledAround(tasks, kWholeWindow);
  CompactColumn<int64_t> limits;
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

class Finder {
 public:
  explicit Finder(StepTasks& tasks)
      : tasks_(tasks),
        limits_(LimitsOf(tasks)),
        operations_(tasks, {TaskKind::kOperation, TaskKind::kReceive}),
        kernels_(tasks, {TaskKind::kKernel}),
        work_(tasks, {TaskKind::kKernel, TaskKind::kCopy}),
        work_spans_(work_),
        turn_(operations_.Turns()),
        merge_(tasks.records->strings.Find("Merge")),
        ref_merge_(tasks.records->strings.Find("RefMerge")),
        task_of_(TasksOfRecords()) {}

  void Run();

 private:
  void FindForWork(uint32_t task);
  void FindForOperation(uint32_t task);
  bool FindHandOvers(uint32_t task);
  std::vector<uint32_t> TasksOfRecords() const;
  StringId Resolve(StringId node) const;
  uint32_t PickTurn(uint32_t task, StringId node) const;
  void AddResult(uint32_t task, uint32_t producer);
  void KeepLastToEnd();
  void EndTask(uint32_t task);

  // A Merge runs as soon as one of its inputs is there.
  bool IsMerge(uint32_t task) const {
    const StringId type = tasks_.type[task];
    return type.valid() && (type == merge_ || type == ref_merge_);
  }

  StepTasks& tasks_;
  const CompactColumn<int64_t> limits_;
  const ByNode operations_;
  const ByNode kernels_;
  const ByNode work_;
  const WorkSpans work_spans_;
  const std::vector<uint32_t> turn_;
  const StringId merge_;
  const StringId ref_merge_;
  const std::vector<uint32_t> task_of_;  // by record, if there are hand-overs
  std::vector<Producer> found_;          // of the current task
};

void Finder::FindForWork(uint32_t task) {
  const StringId node = tasks_.NodeOf(task);
  const uint32_t launch = operations_.LastToStart(node, tasks_.start[task]);
  if (launch != StepTasks::kNone) {
    found_.push_back({launch, Wait::kLaunch});
    // Kernels start before the operation that launches them ends.
    const int64_t launched =
        std::max(tasks_.OpEnd(launch), tasks_.start[launch]);
    tasks_.lag.Set(
        task, std::min(tasks_.start[task], launched) - tasks_.start[launch]);
    tasks_.has_work[launch] = true;
    tasks_.type.Set(task, tasks_.type[launch]);
  }
  if (tasks_.kind[task] != TaskKind::kCopy) return;
  const uint32_t kernel = kernels_.LastToEnd(node, tasks_.start[task]);
  if (kernel != StepTasks::kNone) found_.push_back({kernel, Wait::kData});
}

// The node that computed an input; invalid if none ran.
StringId Finder::Resolve(StringId node) const {
  if (operations_.CountOf(node) > 0) return node;
  const StringPool& strings = tasks_.records->strings;
  const std::string_view sent = WithoutEdgeNumber(strings[node]);
  if (sent.empty()) return {};
  const StringId found = strings.Find(sent);
  return found.valid() && operations_.CountOf(found) > 0 ? found : StringId();
}

// The execution of `node` that `task` takes its input from.
uint32_t Finder::PickTurn(uint32_t task, StringId node) const {
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

// A device runs later than its host: the result of an operation is there when
// its kernels and copies are done.
void Finder::AddResult(uint32_t task, uint32_t producer) {
  if (tasks_.DeviceOf(producer) == tasks_.DeviceOf(task)) return;
  const uint32_t work = work_spans_.LastWithin(
      tasks_.NodeOf(producer), tasks_.start[producer], tasks_.start[task]);
  if (work == StepTasks::kNone) return;
  const bool is_copy = tasks_.kind[work] == TaskKind::kCopy;
  found_.push_back({work, is_copy ? Wait::kTransfer : Wait::kData});
}

void Finder::FindForOperation(uint32_t task) {
  const StepRecords& records = *tasks_.records;
  const uint32_t row = records.input_row[tasks_.record[task]];
  for (const StepRecords::Input& input : records.inputs[row]) {
    const StringId node = Resolve(input.node);
    const uint32_t producer =
        node.valid() ? PickTurn(task, node) : StepTasks::kNone;
    if (producer == StepTasks::kNone) {
      ++tasks_.inputs_unknown;
    } else if (input.slot == InputName::kControl) {
      found_.push_back({producer, Wait::kControl});
    } else {
      found_.push_back({producer, Wait::kData});
      AddResult(task, producer);
    }
  }
  if (IsMerge(task)) KeepLastToEnd();
}

std::vector<uint32_t> Finder::TasksOfRecords() const {
  const StepRecords& records = *tasks_.records;
  if (records.hand_overs.empty()) return {};
  std::vector<uint32_t> tasks(records.size(), StepTasks::kNone);
  for (uint32_t i = 0; i < tasks_.size(); ++i) tasks[tasks_.record[i]] = i;
  return tasks;
}

// Adds the recorded hand-overs to the task. False if there are none.
bool Finder::FindHandOvers(uint32_t task) {
  const auto& hand_overs = tasks_.records->hand_overs;
  const uint32_t record = tasks_.record[task];
  auto from = std::lower_bound(
      hand_overs.begin(), hand_overs.end(), record,
      [](const StepRecords::Handoff& a, uint32_t to) { return a.to < to; });
  for (; from != hand_overs.end() && from->to == record; ++from) {
    const uint32_t producer = task_of_[from->from];
    if (producer == StepTasks::kNone) continue;
    if (from->at < tasks_.end[producer]) {
      tasks_.lag.Set(task, from->at - tasks_.start[producer]);
      found_.push_back({producer, Wait::kLaunch});
    } else {
      found_.push_back({producer, Wait::kControl});
    }
  }
  return !found_.empty();
}

void Finder::KeepLastToEnd() {
  if (found_.empty()) return;
  const auto last = std::max_element(
      found_.begin(), found_.end(), [&](const Producer& a, const Producer& b) {
        return std::pair(tasks_.end[a.task], a.task) <
               std::pair(tasks_.end[b.task], b.task);
      });
  found_ = {*last};
}

// Removes duplicate producers and sorts them. The first of several waits for
// one producer is kept, control only if there is no other.
void Finder::EndTask(uint32_t task) {
  std::stable_sort(
      found_.begin(), found_.end(), [](const Producer& a, const Producer& b) {
        const bool a_is_control = a.wait == Wait::kControl;
        const bool b_is_control = b.wait == Wait::kControl;
        return std::tie(a.task, a_is_control) < std::tie(b.task, b_is_control);
      });
  uint32_t last = task;  // no task waits for itself
  for (const Producer& producer : found_) {
    if (producer.task == task || producer.task == last) continue;
    tasks_.producers.Push(producer);
    last = producer.task;
  }
  tasks_.producers.EndRow();
  found_.clear();
}

void Finder::Run() {
  for (uint32_t task = 0; task < tasks_.size(); ++task) {
    const bool is_handed_over = FindHandOvers(task);
    if (tasks_.IsOnStream(task)) {
      if (!is_handed_over) FindForWork(task);
    } else {
      FindForOperation(task);
    }
    EndTask(task);
  }
}

}  // namespace

void FindProducers(StepTasks& tasks) {
  tasks.has_work.resize(tasks.size());
  tasks.producers.ReserveRows(tasks.size());
  Finder(tasks).Run();
}

}  // namespace tfprof
