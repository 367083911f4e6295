// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/producers.h"

#include <algorithm>
#include <map>

#include "analysis/tasks/input_finder.h"
#include "analysis/tasks/launches.h"
#include "analysis/tasks/more_producers.h"
#include "analysis/tasks/recorded_producers.h"
#include "model/node_label.h"

namespace tfprof {

namespace {

using Producer = StepTasks::Producer;

std::vector<uint32_t> EdgeCopies(const Launches& launches) {
  std::vector<uint32_t> copies;
  for (uint32_t task = 0; task < launches.is_edge.size(); ++task) {
    if (launches.is_edge[task]) copies.push_back(task);
  }
  return copies;
}

// "edge_5_n" of the name of an edge copy, "edge_5_n:MEMCPYDtoH"; invalid if no
// input of a graph is called so.
StringId EdgeNameOf(const StepTasks& tasks, uint32_t copy) {
  const StepRecords& records = *tasks.records;
  return records.strings.Find(
      NodeOfExec(records.strings[records.name[tasks.record[copy]]]));
}

std::vector<uint32_t> WithEdgeName(const StepTasks& tasks,
                                   const std::vector<uint32_t>& copies) {
  std::vector<uint32_t> named;
  for (const uint32_t copy : copies) {
    if (EdgeNameOf(tasks, copy).valid()) named.push_back(copy);
  }
  return named;
}

// Copies between memories, by the output that they move.
class EdgeCopyIndex {
 public:
  EdgeCopyIndex(const StepTasks& tasks, const std::vector<uint32_t>& copies)
      : by_node_(tasks, copies,
                 [&](uint32_t copy) { return tasks.NodeOf(copy); }),
        by_edge_(tasks, WithEdgeName(tasks, copies),
                 [&](uint32_t copy) { return EdgeNameOf(tasks, copy); }),
        node_spans_(by_node_),
        edge_spans_(by_edge_) {}

  bool HasNode(StringId node) const { return by_node_.CountOf(node) > 0; }

  // The copy of an output of `node` in a span that ended last; one of `edge`,
  // if there is any. StepTasks::kNone without a copy.
  uint32_t LastWithin(StringId node, StringId edge, int64_t start,
                      int64_t end) const {
    if (edge.valid()) {
      const uint32_t copy = edge_spans_.LastWithin(edge, start, end);
      if (copy != StepTasks::kNone) return copy;
    }
    return node_spans_.LastWithin(node, start, end);
  }

 private:
  const ByNode by_node_;
  const ByNode by_edge_;
  const WorkSpans node_spans_;
  const WorkSpans edge_spans_;
};

// By number of a GPU or by device, tasks in order of their ends.
using ByEnd = std::map<uint32_t, std::vector<uint32_t>>;

class Finder {
 public:
  explicit Finder(StepTasks& tasks)
      : tasks_(tasks),
        inputs_(tasks),
        launches_(FindLaunches(inputs_.operations(), tasks)),
        copies_(tasks, EdgeCopies(launches_)),
        source_(tasks.records->strings.Find("_SOURCE")) {
    CollectByDevice();
  }

  void Run();

 private:
  void CollectByDevice();
  void FindForActivity(uint32_t task);
  uint32_t KernelBefore(uint32_t copy) const;
  void FindForOperation(uint32_t task);
  void AddInput(uint32_t task, const StepRecords::Input& input);
  void AddTransfer(uint32_t task, uint32_t producer, StringId edge);
  void AddSource(uint32_t task);
  uint32_t LastOwn(uint32_t operation, int64_t start, int64_t end) const;

  StepTasks& tasks_;
  const InputFinder inputs_;
  const Launches launches_;
  const EdgeCopyIndex copies_;
  const StringId source_;
  ByEnd kernels_;                // by number of a GPU
  ByEnd sources_;                // by device, if there is a GPU
  std::vector<Producer> found_;  // of the current task
};

void Finder::CollectByDevice() {
  bool has_gpu = false;
  for (uint32_t task = 0; task < tasks_.size(); ++task) {
    if (tasks_.kind[task] == TaskKind::kKernel) {
      kernels_[tasks_.GpuOf(task)].push_back(task);
    } else if (tasks_.kind[task] == TaskKind::kOperation) {
      has_gpu = has_gpu || tasks_.GpuOf(task) != kNoGpu;
    }
  }
  for (auto& [gpu, kernels] : kernels_) tasks_.SortByEnd(kernels);
  if (!has_gpu || !source_.valid()) return;
  for (const uint32_t task : inputs_.operations().ByStart(source_)) {
    sources_[tasks_.DeviceOf(task)].push_back(task);
  }
  for (auto& [device, sources] : sources_) tasks_.SortByEnd(sources);
}

// The last kernel of the copy's own operation that had ended when it began;
// without one, and for an edge copy, of its GPU.
uint32_t Finder::KernelBefore(uint32_t copy) const {
  const int64_t start = tasks_.start[copy];
  const uint32_t launch = launches_.of[copy];
  if (launch != StepTasks::kNone) {
    const uint32_t own = tasks_.LastToEnd(launches_.kernels[launch], start);
    if (own != StepTasks::kNone) return own;
  }
  const auto kernels = kernels_.find(tasks_.GpuOf(copy));
  return kernels == kernels_.end() ? StepTasks::kNone
                                   : tasks_.LastToEnd(kernels->second, start);
}

void Finder::FindForActivity(uint32_t task) {
  if (launches_.of[task] != StepTasks::kNone) {
    found_.push_back({launches_.of[task], Wait::kLaunch});
  }
  if (tasks_.kind[task] != TaskKind::kCopy) return;
  if (launches_.is_edge[task]) {
    const StringId node = tasks_.NodeOf(task);
    const uint32_t made =
        inputs_.operations().LastToEnd(node, tasks_.start[task]);
    if (made != StepTasks::kNone) found_.push_back({made, Wait::kData});
  }
  const uint32_t kernel = KernelBefore(task);
  if (kernel != StepTasks::kNone) found_.push_back({kernel, Wait::kData});
}

// The last to end of the operation's activities in a span.
uint32_t Finder::LastOwn(uint32_t operation, int64_t start, int64_t end) const {
  const auto own = launches_.activities[operation];
  auto after = std::partition_point(
      own.begin(), own.end(),
      [&](uint32_t task) { return tasks_.end[task] <= end; });
  while (after != own.begin()) {
    --after;
    if (tasks_.start[*after] >= start) return *after;
  }
  return StepTasks::kNone;
}

// An output from other memory is ready when its copy has ended; if it has none
// in the step, when the activities of the operation have.
void Finder::AddTransfer(uint32_t task, uint32_t producer, StringId edge) {
  const StringId node = tasks_.NodeOf(producer);
  const int64_t start = tasks_.start[producer];
  const int64_t end = tasks_.start[task];
  const uint32_t work = copies_.HasNode(node)
                            ? copies_.LastWithin(node, edge, start, end)
                            : LastOwn(producer, start, end);
  if (work == StepTasks::kNone) return;
  const bool is_copy = tasks_.kind[work] == TaskKind::kCopy;
  found_.push_back({work, is_copy ? Wait::kTransfer : Wait::kData});
}

void Finder::AddInput(uint32_t task, const StepRecords::Input& input) {
  const bool is_known = inputs_.operations().CountOf(input.node) > 0;
  const bool is_received = input.edge.valid() || !is_known;
  StringId node = input.node;
  if (!is_known) node = input.edge.valid() ? StringId() : inputs_.Resolve(node);
  const uint32_t producer =
      node.valid() ? inputs_.PickTurn(task, node) : StepTasks::kNone;
  if (producer == StepTasks::kNone) {
    ++tasks_.inputs_unknown;
    return;
  }
  const bool is_control = input.slot == InputName::kControl;
  found_.push_back({producer, is_control ? Wait::kControl : Wait::kData});
  const bool is_elsewhere =
      !is_control && tasks_.DeviceOf(producer) != tasks_.DeviceOf(task);
  if (is_elsewhere || is_received) AddTransfer(task, producer, input.edge);
}

// On a host with a GPU, what has no inputs waits for the start of its device's
// executor, where that is recorded.
void Finder::AddSource(uint32_t task) {
  if (tasks_.kind[task] != TaskKind::kOperation ||
      tasks_.NodeOf(task) == source_) {
    return;
  }
  const auto sources = sources_.find(tasks_.DeviceOf(task));
  if (sources == sources_.end()) return;
  const uint32_t source =
      tasks_.LastToEnd(sources->second, tasks_.start[task]);
  if (source != StepTasks::kNone) found_.push_back({source, Wait::kControl});
}

void Finder::FindForOperation(uint32_t task) {
  const StepRecords& records = *tasks_.records;
  std::span<const StepRecords::Input> inputs;
  // The inputs are those of the call, not of its return.
  if (tasks_.part[task] == 0) {
    inputs = records.inputs[records.input_row[tasks_.record[task]]];
  }
  for (const StepRecords::Input& input : inputs) AddInput(task, input);
  if (inputs_.IsMerge(task)) KeepLastToEnd(tasks_, found_);
  if (inputs.empty()) AddSource(task);
}

void Finder::Run() {
  for (uint32_t task = 0; task < tasks_.size(); ++task) {
    if (tasks_.IsOnStream(task)) {
      FindForActivity(task);
    } else {
      FindForOperation(task);
    }
    EndTask(task, found_, tasks_.producers);
  }
  AddProducers(ProducersOfCalls(tasks_), tasks_);
  AddProducers(KernelsOfOtherStreams(tasks_, launches_), tasks_);
}

}  // namespace

void FindProducers(StepTasks& tasks) {
  tasks.has_work.resize(tasks.size());
  tasks.lag.resize(tasks.size());
  tasks.producers.ReserveRows(tasks.size());
  if (tasks.records->is_recording) {
    FindRecordedProducers(tasks);
  } else {
    Finder(tasks).Run();
  }
}

}  // namespace tfprof
