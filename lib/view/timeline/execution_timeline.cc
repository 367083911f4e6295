// SPDX-License-Identifier: Apache-2.0
// When the nodes of a graph view ran in one step: a process for each device,
// on it as many lanes as there were executions at a time, arrows between
// devices, and what the devices' allocators held.
#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/numbers.h"
#include "model/record_rules.h"
#include "model/step_values.h"
#include "view/account.h"
#include "view/timeline/build_timeline.h"
#include "view/timeline/lanes.h"
#include "view/timeline/memory_timeline.h"

namespace tfprof {

namespace {

constexpr uint32_t kNone = UINT32_MAX;

// An execution on a device. tfprof: of those that start in the same
// microsecond on one device only the first in the order of rows is drawn.
struct Execution {
  uint32_t device = 0;
  int64_t start = 0;
  int64_t duration = 0;
  NodeId node;
  uint32_t span = 0;  // in the timeline
};

// What is by node or by text is made once and cleared after each step, of what
// the step ran: there may be many steps that ran few of many nodes.
class ExecutionTimeline {
 public:
  explicit ExecutionTimeline(const ViewTree& tree)
      : profile_(*tree.profile),
        rows_by_step_(profile_),
        accounted_(MatchAccount(profile_, tree.selection.account,
                                tree.view->policy.placeholder_type)),
        place_of_(profile_.nodes.size(), kNone),
        run_of_(profile_.nodes.size(), kNone),
        process_of_(profile_.strings.size(), kNone),
        is_canonical_(profile_.strings.size(), false),
        ran_on_others_(profile_.nodes.size(), false) {
    uint32_t place = 0;
    for (size_t row = 1; row < tree.size(); ++row) {
      for (const NodeId node : tree.members[row]) {
        place_of_[node.value] = place++;
      }
    }
  }

  ViewTimeline Build(int64_t step);

 private:
  void FindRuns(int64_t step);
  void Clear();

  // tfprof: what a timeline can show of a node in the step.
  bool IsTrackable(NodeId node) const;

  // Whether executions of `node` could have been on another device than
  // `device`; all are on one, but who knows what a saved profile says.
  bool RanElsewhere(NodeId node, StringId device) const {
    return ran_on_others_[node.value] ||
           profile_.nodes.device[node.value] != device;
  }

  void AddNode(NodeId node);
  void EnterDevice(StringId device);
  void AddSpans();
  void AddArrows();
  void AddArrowsTo(const Execution& execution);
  const Execution* Find(uint32_t device, int64_t start) const;

  StringId DeviceOf(const Execution& execution) const {
    return device_of_process_[execution.device];
  }

  const Profile& profile_;
  const RowsByStep rows_by_step_;
  const AccountedNodes accounted_;
  std::vector<uint32_t> place_of_;  // by NodeId: in the tree, or kNone
  std::vector<NodeId> ran_;         // in the order of the tree, others last
  std::vector<uint32_t> run_of_;    // by NodeId: a row of runs, or kNone
  ViewTimeline timeline_;
  std::optional<MemoryTimeline> memory_;
  std::vector<uint32_t> process_of_;  // by StringId of a device
  std::vector<bool> is_canonical_;    // by StringId of a device
  std::vector<bool> ran_on_others_;   // by NodeId: than its canonical device
  std::vector<StringId> device_of_process_;
  // In the order of rows, then by process and start.
  std::vector<Execution> executions_;
  std::vector<size_t> first_of_process_;  // in executions_, and its end
  std::vector<ExecTime> times_;           // of the node at hand
};

void ExecutionTimeline::FindRuns(int64_t step) {
  for (const uint32_t run : rows_by_step_.Of(step)) {
    const NodeId node = profile_.node_steps.node[run];
    if (run_of_[node.value] == kNone) ran_.push_back(node);
    run_of_[node.value] = run;
  }
  std::sort(ran_.begin(), ran_.end(), [&](NodeId a, NodeId b) {
    return std::pair(place_of_[a.value], a) < std::pair(place_of_[b.value], b);
  });
  for (const NodeId node : ran_) {
    const auto times = profile_.records.times[run_of_[node.value]];
    ran_on_others_[node.value] =
        std::any_of(times.begin(), times.end(), [&](const ExecTime& time) {
          return !time.on_accelerator &&
                 time.device != profile_.nodes.device[node.value];
        });
  }
}

void ExecutionTimeline::Clear() {
  for (const NodeId node : ran_) {
    run_of_[node.value] = kNone;
    ran_on_others_[node.value] = false;
  }
  for (const StringId device : device_of_process_) {
    process_of_[device.value] = kNone;
  }
  ran_.clear();
  device_of_process_.clear();
  executions_.clear();
  first_of_process_.clear();
}

bool ExecutionTimeline::IsTrackable(NodeId node) const {
  const uint32_t run = run_of_[node.value];
  return run != kNone && profile_.node_steps.all_start_us[run] != 0 &&
         profile_.nodes.device[node.value].valid() &&
         profile_.nodes.host_device[node.value].valid();
}

void ExecutionTimeline::EnterDevice(StringId device) {
  uint32_t& process = process_of_[device.value];
  if (process != kNone) return;
  process = static_cast<uint32_t>(device_of_process_.size());
  device_of_process_.push_back(device);
  const std::string name(profile_.strings[device]);
  is_canonical_[device.value] = ClassifyDevice(name).is_canonical;
  const bool is_stream = name.find("stream") != std::string::npos;
  timeline_.processes.push_back({fmt::format(
      "Op {} threads: {}", is_stream ? "execution" : "scheduling", name)});
}

void ExecutionTimeline::AddNode(NodeId node) {
  const uint32_t run = run_of_[node.value];
  memory_->Add(node, run);
  const auto times = profile_.records.times[run];
  times_.assign(times.begin(), times.end());
  std::stable_sort(
      times_.begin(), times_.end(), [&](const ExecTime& a, const ExecTime& b) {
        return a.device != b.device &&
               profile_.strings[a.device] < profile_.strings[b.device];
      });
  for (const ExecTime& time : times_) {
    EnterDevice(time.device);
    executions_.push_back({process_of_[time.device.value], time.start_us,
                           time.duration_us, node});
  }
}

void ExecutionTimeline::AddSpans() {
  const auto key = [](const Execution& execution) {
    return std::pair(execution.device, execution.start);
  };
  std::stable_sort(
      executions_.begin(), executions_.end(),
      [&](const Execution& a, const Execution& b) { return key(a) < key(b); });
  executions_.erase(std::unique(executions_.begin(), executions_.end(),
                                [&](const Execution& a, const Execution& b) {
                                  return key(a) == key(b);
                                }),
                    executions_.end());
  // Spans stand by process, lane and start.
  std::vector<uint32_t> lanes(executions_.size());
  std::vector<uint32_t> order(executions_.size());
  std::iota(order.begin(), order.end(), 0u);
  for (size_t begin = 0; begin < executions_.size();) {
    first_of_process_.push_back(begin);
    // tfprof: the first lane whose last execution has ended. They come by
    // ascending start, so what is before the last ended even earlier.
    Lanes<int64_t> free_lanes(INT64_MIN);
    size_t end = begin;
    for (; end < executions_.size() &&
           executions_[end].device == executions_[begin].device;
         ++end) {
      const Execution& execution = executions_[end];
      lanes[end] = free_lanes.Take(
          execution.start, WrapAdd(execution.start, execution.duration));
    }
    std::stable_sort(
        order.begin() + static_cast<long>(begin),
        order.begin() + static_cast<long>(end),
        [&](uint32_t a, uint32_t b) { return lanes[a] < lanes[b]; });
    begin = end;
  }
  first_of_process_.push_back(executions_.size());
  timeline_.spans.reserve(order.size());
  for (const uint32_t i : order) {
    Execution& execution = executions_[i];
    execution.span = static_cast<uint32_t>(timeline_.spans.size());
    timeline_.spans.push_back({execution.device, lanes[i], execution.start,
                               execution.duration,
                               {{}, profile_.NameOf(execution.node)}});
  }
}

const Execution* ExecutionTimeline::Find(uint32_t device, int64_t start) const {
  const auto begin =
      executions_.begin() + static_cast<long>(first_of_process_[device]);
  const auto end =
      executions_.begin() + static_cast<long>(first_of_process_[device + 1]);
  const auto found = std::lower_bound(
      begin, end, start,
      [](const Execution& a, int64_t at) { return a.start < at; });
  return found != end && found->start == start ? &*found : nullptr;
}

// tfprof: an input's executions are looked up by their start alone, so that an
// arrow may begin at another node that started in the same microsecond.
void ExecutionTimeline::AddArrowsTo(const Execution& execution) {
  for (const InputEdge& input : profile_.nodes.inputs[execution.node.value]) {
    const NodeId source = input.source;
    if (!source.valid() || accounted_.Times(source) == 0 ||
        !IsTrackable(source) || !RanElsewhere(source, DeviceOf(execution))) {
      continue;
    }
    const auto times = profile_.records.times[run_of_[source.value]];
    times_.clear();
    for (const ExecTime& time : times) {
      if (time.on_accelerator || time.device == DeviceOf(execution) ||
          process_of_[time.device.value] == kNone ||
          !is_canonical_[time.device.value]) {
        continue;
      }
      times_.push_back(time);
    }
    std::stable_sort(times_.begin(), times_.end(),
                     [&](const ExecTime& a, const ExecTime& b) {
                       return a.device != b.device &&
                              profile_.strings[a.device] <
                                  profile_.strings[b.device];
                     });
    for (const ExecTime& time : times_) {
      const Execution* from =
          Find(process_of_[time.device.value], time.start_us);
      if (from == nullptr) continue;
      timeline_.flows.push_back({from->span, execution.span});
    }
  }
}

void ExecutionTimeline::AddArrows() {
  std::vector<uint32_t> devices(device_of_process_.size());
  std::iota(devices.begin(), devices.end(), 0u);
  std::sort(devices.begin(), devices.end(), [&](uint32_t a, uint32_t b) {
    return profile_.strings[device_of_process_[a]] <
           profile_.strings[device_of_process_[b]];
  });
  for (const uint32_t device : devices) {
    if (!is_canonical_[device_of_process_[device].value]) continue;
    for (size_t i = first_of_process_[device];
         i < first_of_process_[device + 1]; ++i) {
      AddArrowsTo(executions_[i]);
    }
  }
  // They are drawn when the span is that they start from.
  std::stable_sort(timeline_.flows.begin(), timeline_.flows.end(),
                   [](const ViewTimeline::Flow& a,
                      const ViewTimeline::Flow& b) { return a.from < b.from; });
}

ViewTimeline ExecutionTimeline::Build(int64_t step) {
  timeline_ = {};
  timeline_.is_recorded = true;
  memory_.emplace(profile_);
  FindRuns(step);
  for (const NodeId node : ran_) {
    if (place_of_[node.value] != kNone && IsTrackable(node)) AddNode(node);
  }
  AddSpans();
  AddArrows();
  memory_->Finish(timeline_);
  Clear();
  return std::move(timeline_);
}

// Whether every node that ran in some step is in a row.
bool HasAllThatRan(const ViewTree& tree) {
  std::vector<bool> has(tree.profile->nodes.size(), false);
  for (size_t row = 1; row < tree.size(); ++row) {
    for (const NodeId node : tree.members[row]) has[node.value] = true;
  }
  const std::vector<NodeId>& ran = tree.profile->node_steps.node;
  return std::all_of(ran.begin(), ran.end(),
                     [&](NodeId node) { return has[node.value]; });
}

// Whether no cost of a node in a step is negative, and no sum of them wraps.
bool HasPlainCosts(const Profile& profile) {
  int64_t least = 0;
  double sum = 0;
  const auto take = [&](int64_t value, double times) {
    least = std::min(least, value);
    sum += static_cast<double>(value) * times;
  };
  for (size_t node = 0; node < profile.nodes.size(); ++node) {
    take(ParameterCount(profile.nodes.shape[node]), 1);
    take(profile.nodes.float_ops[node], 1);
  }
  const NodeStepTable& runs = profile.node_steps;
  for (size_t run = 0; run < runs.size(); ++run) {
    for (const NumberColumn* column :
         {&runs.run_count, &runs.accelerator_us, &runs.cpu_us,
          &runs.requested_bytes, &runs.peak_bytes, &runs.residual_bytes,
          &runs.output_bytes}) {
      take((*column)[run], 1);
    }
    take(profile.nodes.float_ops[runs.node[run].value],
         static_cast<double>(runs.run_count[run]));
  }
  return least >= 0 && sum < 0x1p61;
}

}  // namespace

ViewTimeline BuildExecutions(const ViewTree& tree) {
  return ExecutionTimeline(tree).Build(*tree.selection.step);
}

bool HasRowsOfEachStep(const ViewTree& tree) {
  const auto& minimum = tree.selection.minimum;
  return !tree.view->policy.grouped && !tree.selection.order_by &&
         std::all_of(minimum.begin(), minimum.end(),
                     [](int64_t least) { return least <= 0; }) &&
         HasPlainCosts(*tree.profile) && HasAllThatRan(tree);
}

std::function<ViewTimeline(int64_t)> ExecutionsOfSteps(const ViewTree& tree) {
  return [timeline = std::make_shared<ExecutionTimeline>(tree)](int64_t step) {
    return timeline->Build(step);
  };
}

}  // namespace tfprof
