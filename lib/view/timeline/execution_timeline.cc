// SPDX-License-Identifier: Apache-2.0
// The execution times of a graph view's nodes in one step: a process for each
// device with as many lanes as concurrent executions, arrows between devices,
// and the bytes that the devices' allocators held.
#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
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

// Tables by node or text are allocated once and cleared after each step, only
// where the step ran: there may be many steps that ran few of many nodes.
class ExecutionTimeline {
 public:
  ExecutionTimeline(const Profile& profile, const View& view,
                    const RegexSet& account)
      : profile_(profile),
        accounted_(
            MatchAccount(profile_, account, view.policy.placeholder_type)),
        run_of_(profile_.nodes.size(), kNone),
        process_of_(profile_.strings.size(), kNone),
        is_canonical_(profile_.strings.size(), false),
        ran_on_others_(profile_.nodes.size(), false) {}

  // The timeline of a step with those rows of node_steps. `nodes` are the rows
  // of its tree, in order; nodes that did not run may be left out.
  ViewTimeline Build(std::span<const uint32_t> runs,
                     const std::vector<NodeId>& nodes);

 private:
  void FindRuns(std::span<const uint32_t> runs);
  void Clear();

  // tfprof: true if the timeline can show the node's executions in the step.
  bool IsTrackable(NodeId node) const;

  // True if `node` may have executions on another device than `device`. Usually
  // all are on one, but a saved profile may say anything.
  bool RanElsewhere(NodeId node, StringId device) const {
    return ran_on_others_[node.value] ||
           profile_.nodes.device[node.value] != device;
  }

  void AddNode(NodeId node);
  void EnterDevice(StringId device);
  void DropTwins();
  void AssignLanes();
  void SortByStart();
  void AddArrows();
  void AddArrowsTo(uint32_t span);
  uint32_t Find(uint32_t process, int64_t start) const;

  const Profile& profile_;
  const AccountedNodes accounted_;
  std::vector<NodeId> ran_;
  std::vector<uint32_t> run_of_;  // by NodeId: a row of runs, or kNone
  ViewTimeline timeline_;
  std::optional<MemoryTimeline> memory_;
  std::vector<uint32_t> process_of_;  // by StringId of a device
  std::vector<bool> is_canonical_;    // by StringId of a device
  // by NodeId: other devices than the canonical one
  std::vector<bool> ran_on_others_;
  std::vector<StringId> device_of_process_;
  std::vector<uint32_t> by_start_;        // spans, by process and start
  std::vector<size_t> first_of_process_;  // in by_start_, and its end
  std::vector<ExecTime> times_;           // storage for one node
};

void ExecutionTimeline::FindRuns(std::span<const uint32_t> runs) {
  for (const uint32_t run : runs) {
    const NodeId node = profile_.node_steps.node[run];
    if (run_of_[node.value] == kNone) ran_.push_back(node);
    run_of_[node.value] = run;
  }
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
  by_start_.clear();
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
    timeline_.spans.push_back({process_of_[time.device.value], 0, time.start_us,
                               time.duration_us, node.value});
  }
}

// tfprof: if several executions on one device start in the same microsecond,
// only the first in the order of rows is drawn.
void ExecutionTimeline::DropTwins() {
  const auto key = [](const ViewTimeline::Span& span) {
    return std::pair(span.process, span.start);
  };
  auto& spans = timeline_.spans;
  // Until lanes are assigned, these fields hold the original order: a stable
  // sort would take half as much memory again.
  for (size_t i = 0; i < spans.size(); ++i) {
    spans[i].lane = static_cast<uint32_t>(i);
  }
  std::sort(spans.begin(), spans.end(), [](const auto& a, const auto& b) {
    return std::tie(a.process, a.start, a.lane) <
           std::tie(b.process, b.start, b.lane);
  });
  spans.erase(std::unique(spans.begin(), spans.end(),
                          [&](const auto& a, const auto& b) {
                            return key(a) == key(b);
                          }),
              spans.end());
}

// Sorts spans by process, lane and start. REQUIRES: by process and start.
void ExecutionTimeline::AssignLanes() {
  auto& spans = timeline_.spans;
  for (size_t begin = 0; begin < spans.size();) {
    // tfprof: the first lane whose last execution has ended. Spans come by
    // ascending start, so earlier bounds stay valid.
    Lanes<int64_t> free_lanes(INT64_MAX);
    size_t end = begin;
    for (; end < spans.size() && spans[end].process == spans[begin].process;
         ++end) {
      spans[end].lane = free_lanes.Take(
          spans[end].start, WrapAdd(spans[end].start, spans[end].duration));
    }
    begin = end;
  }
  std::sort(spans.begin(), spans.end(), [](const auto& a, const auto& b) {
    return std::tie(a.process, a.lane, a.start) <
           std::tie(b.process, b.lane, b.start);
  });
}

void ExecutionTimeline::SortByStart() {
  const auto& spans = timeline_.spans;
  by_start_.resize(spans.size());
  std::iota(by_start_.begin(), by_start_.end(), 0u);
  std::sort(by_start_.begin(), by_start_.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(spans[a].process, spans[a].start) <
           std::pair(spans[b].process, spans[b].start);
  });
  for (size_t i = 0; i < spans.size(); ++i) {
    if (i == 0 || spans[i].process != spans[i - 1].process) {
      first_of_process_.push_back(i);
    }
  }
  first_of_process_.push_back(spans.size());
}

// The span of a process that starts at this time, or kNone.
uint32_t ExecutionTimeline::Find(uint32_t process, int64_t start) const {
  const auto begin =
      by_start_.begin() + static_cast<long>(first_of_process_[process]);
  const auto end =
      by_start_.begin() + static_cast<long>(first_of_process_[process + 1]);
  const auto found = std::lower_bound(
      begin, end, start,
      [&](uint32_t a, int64_t at) { return timeline_.spans[a].start < at; });
  return found != end && timeline_.spans[*found].start == start ? *found
                                                                : kNone;
}

// tfprof: an input's executions are found by their start alone, so an arrow may
// begin at another node that started in the same microsecond.
void ExecutionTimeline::AddArrowsTo(uint32_t span) {
  const NodeId node(size_t{timeline_.spans[span].named});
  const StringId device = device_of_process_[timeline_.spans[span].process];
  for (const InputEdge& input : profile_.nodes.inputs[node.value]) {
    const NodeId source = input.source;
    if (!source.valid() || accounted_.Times(source) == 0 ||
        !IsTrackable(source) || !RanElsewhere(source, device)) {
      continue;
    }
    const auto times = profile_.records.times[run_of_[source.value]];
    times_.clear();
    for (const ExecTime& time : times) {
      if (time.on_accelerator || time.device == device ||
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
      const uint32_t from = Find(process_of_[time.device.value], time.start_us);
      if (from != kNone) timeline_.flows.push_back({from, span});
    }
  }
}

void ExecutionTimeline::AddArrows() {
  if (device_of_process_.size() < 2) return;
  SortByStart();
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
      AddArrowsTo(by_start_[i]);
    }
  }
  // Arrows are drawn with the span that they start from.
  std::stable_sort(timeline_.flows.begin(), timeline_.flows.end(),
                   [](const ViewTimeline::Flow& a,
                      const ViewTimeline::Flow& b) { return a.from < b.from; });
}

ViewTimeline ExecutionTimeline::Build(std::span<const uint32_t> runs,
                                      const std::vector<NodeId>& nodes) {
  timeline_ = {};
  timeline_.is_recorded = true;
  memory_.emplace(profile_);
  FindRuns(runs);
  // Reserved memory that stays untouched costs nothing.
  size_t executions = 0;
  for (const uint32_t run : runs) {
    executions += profile_.records.times[run].size();
  }
  timeline_.spans.reserve(executions);
  timeline_.name_of = [&profile = profile_](uint32_t node) {
    return RowName{{}, profile.NameOf(NodeId(size_t{node}))};
  };
  for (const NodeId node : nodes) {
    if (IsTrackable(node)) AddNode(node);
  }
  DropTwins();
  AssignLanes();
  AddArrows();
  memory_->Finish(timeline_);
  Clear();
  return std::move(timeline_);
}

}  // namespace

ViewTimeline BuildExecutions(ViewTree tree, const RowsByStep* rows_of) {
  std::vector<NodeId> nodes;
  for (uint32_t row = 1; row < tree.size(); ++row) {
    const auto members = tree.MembersOf(row);
    nodes.insert(nodes.end(), members.begin(), members.end());
  }
  // The rows, of which there are millions, are not needed any more.
  tree.columns = {};
  tree.parent = {};
  tree.depth = {};
  const RowsByStep own =
      rows_of == nullptr ? RowsByStep(*tree.profile) : RowsByStep();
  if (rows_of == nullptr) rows_of = &own;
  return ExecutionTimeline(*tree.profile, *tree.view, tree.selection.account)
      .Build(rows_of->Of(*tree.selection.step), nodes);
}

}  // namespace tfprof
