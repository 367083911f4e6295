// SPDX-License-Identifier: Apache-2.0
#include "view/timeline/trace_timeline.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "base/strings.h"
#include "view/timeline/lanes.h"
#include "view/timeline/tensor_index.h"

namespace tfprof {

namespace {

constexpr std::string_view kRecvTensor = "RecvTensor";

// tfprof: true for rows of kernels and copies; other spellings of streams count
// as rows of operations.
bool IsTracer(std::string_view device) {
  return Contains(device, "/stream:") || Contains(device, "/memcpy");
}

// A kernel is named NAME:OP, at the end of its label or alone.
TraceOp KernelOp(std::string_view name, std::string_view label) {
  const size_t at = label.find("@@");
  const size_t hash = label.find('#');
  if (at != std::string_view::npos && hash != std::string_view::npos &&
      at + 2 < hash) {
    name = label.substr(at + 2, hash - at - 2);
  }
  const size_t colon = name.find(':');
  if (colon == std::string_view::npos) return {name, "unknown", {}};
  const std::string_view rest = name.substr(colon + 1);
  return {name.substr(0, colon), rest.substr(0, rest.find(':')), {}};
}

// NAME = OP(INPUT, INPUT). tfprof: the last separators on the first line count.
TraceOp LabelledOp(std::string_view name, std::string_view label) {
  constexpr std::string_view kEquals = " = ";
  TraceOp op{name, "unknown", {}};
  label = label.substr(0, label.find('\n'));
  const size_t close = label.rfind(')');
  if (close == std::string_view::npos) return op;
  const size_t open = label.substr(0, close).rfind('(');
  if (open == std::string_view::npos || open < kEquals.size()) return op;
  const size_t equals = label.rfind(kEquals, open - kEquals.size());
  if (equals == std::string_view::npos) return op;
  const size_t begin = equals + kEquals.size();
  op.op = label.substr(begin, open - begin);
  std::string_view inputs = label.substr(open + 1, close - open - 1);
  while (!inputs.empty()) {
    const size_t end = inputs.find(", ");
    op.inputs.push_back(inputs.substr(0, end));
    if (end == std::string_view::npos) break;
    inputs.remove_prefix(end + 2);
    if (inputs.empty()) op.inputs.push_back(inputs);
  }
  return op;
}

// The span of the kernels of each operation, on all GPUs together.
struct KernelSpan {
  int64_t start = 0;
  WideInt end = 0;
};

WideInt EndOf(const Trace& trace, size_t record) {
  return WideInt{trace.start[record]} + trace.duration[record];
}

// Makes operations last as long as their kernels.
void AdjustTimes(OpTime op_time, Trace& trace) {
  // Calls `take(record)` for records of devices with such a name.
  const auto for_each = [&](auto has_name, auto take) {
    for (const Trace::Device& device : trace.devices) {
      if (!has_name(trace.strings[device.name])) continue;
      for (uint32_t i = device.first; i < device.end; ++i) take(i);
    }
  };
  const auto is_all_streams = [](std::string_view device) {
    return Contains(device, "/stream:all");
  };
  const auto is_of_job = [&](std::string_view device) {
    return !is_all_streams(device) && Contains(device, "/job");
  };
  std::unordered_map<std::string_view, KernelSpan> kernels;
  for_each(is_all_streams, [&](uint32_t i) {
    const auto op = KernelOp(trace.strings[trace.name[i]], trace.LabelOf(i));
    const WideInt end = EndOf(trace, i);
    const auto [found, is_new] =
        kernels.try_emplace(op.name, KernelSpan{trace.start[i], end});
    if (is_new) return;
    KernelSpan& span = found->second;
    span.start = std::min(span.start, trace.start[i]);
    span.end = std::max(span.end, end);
  });
  for_each(is_of_job, [&](uint32_t i) {
    const auto found = kernels.find(trace.strings[trace.name[i]]);
    if (found == kernels.end()) return;
    const WideInt end = std::max(found->second.end, EndOf(trace, i));
    if (op_time == OpTime::kGpu) trace.start.Set(i, found->second.start);
    trace.duration.Set(i, static_cast<int64_t>(end - trace.start[i]));
  });
}

class TraceTimelineBuilder {
 public:
  explicit TraceTimelineBuilder(TraceTimeline& timeline)
      : t_(timeline), trace_(timeline.trace), rows_(timeline) {}

  void Run(TraceTimeline::Parts parts) {
    SetDevices();
    if (parts == TraceTimeline::Parts::kProcesses) {
      if (t_.options.labels) AssignLanes();
      return;
    }
    AssignLanes();
    if (t_.options.collapse_us > 0) Collapse();
    MakeTensors();
    UseTensors();
    if (t_.options.show_memory) AddSamples();
  }

 private:
  std::string_view Text(StringId id) const { return trace_.strings[id]; }

  void SetDevices();
  void AssignLanes();
  void Collapse();
  void Join(uint32_t before, uint32_t record);
  void MakeTensors();
  void UseTensors();
  void AddSamples();
  uint32_t FindTensor(std::string_view input) const;

  TraceTimeline& t_;
  const Trace& trace_;
  TensorIndex rows_;
};

void TraceTimelineBuilder::SetDevices() {
  std::map<StringId, uint32_t> pid_of_name;
  for (uint32_t i = 0; i < trace_.devices.size(); ++i) {
    // tfprof: a device that occurs twice is announced twice, and all its
    // records go to the later one.
    pid_of_name[trace_.devices[i].name] = t_.step.first_pid + 1 + 2 * i;
    t_.device.resize(trace_.devices[i].end, i);
  }
  for (const Trace::Device& device : trace_.devices) {
    t_.compute_pid.push_back(pid_of_name[device.name]);
  }
}

// tfprof: a lane is free when it ended before the start, not at it; lanes begin
// with one that ended at 0. Records take them in the order of the file.
void TraceTimelineBuilder::AssignLanes() {
  for (const Trace::Device& device : trace_.devices) {
    Lanes<WideInt> lanes(WideInt{INT64_MAX} * 4);
    lanes.Take(0, 0);
    t_.lane.resize(device.end);
    const auto assign = [&](uint32_t i) {
      t_.lane.Set(i, lanes.Take(WideInt{trace_.start[i]} - 1, t_.EndOf(i)));
    };
    if (!t_.options.lanes_by_start) {
      for (uint32_t i = device.first; i < device.end; ++i) assign(i);
      continue;
    }
    std::vector<uint32_t> order(device.end - device.first);
    std::iota(order.begin(), order.end(), device.first);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return trace_.start[a] < trace_.start[b];
    });
    for (const uint32_t i : order) assign(i);
  }
}

// Joins consecutive short operations of a lane.
void TraceTimelineBuilder::Collapse() {
  const int64_t most = t_.options.collapse_us;
  t_.group.assign(trace_.size(), TraceTimeline::kNoGroup);
  for (const Trace::Device& device : trace_.devices) {
    std::vector<uint32_t> order(device.end - device.first);
    std::iota(order.begin(), order.end(), device.first);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return std::pair(t_.lane[a], trace_.start[a]) <
             std::pair(t_.lane[b], trace_.start[b]);
    });
    uint32_t last = TraceTimeline::kNoGroup;  // record that the next may join
    for (const uint32_t i : order) {
      if (trace_.duration[i] >= most || trace_.duration[i] < 0) {
        last = TraceTimeline::kNoGroup;
        continue;
      }
      const bool is_joined = last != TraceTimeline::kNoGroup &&
                             t_.lane[last] == t_.lane[i] &&
                             WideInt{trace_.start[i]} - t_.EndOf(last) < most;
      if (is_joined) Join(last, i);
      last = i;
    }
  }
}

void TraceTimelineBuilder::Join(uint32_t before, uint32_t record) {
  if (t_.group[before] == TraceTimeline::kNoGroup) {
    t_.group[before] = static_cast<uint32_t>(t_.groups.size());
    t_.groups.push_back({before, t_.EndOf(before), 1, trace_.duration[before]});
  }
  t_.group[record] = t_.group[before];
  TraceTimeline::Group& group = t_.groups[t_.group[before]];
  group.end = std::max(group.end, t_.EndOf(record));
  ++group.count;
  group.busy_us += trace_.duration[record];
}

// tfprof: a tensor that is made again keeps its place, and its new number is
// also that of the next new tensor.
void TraceTimelineBuilder::MakeTensors() {
  for (uint32_t i = 0; i < trace_.size(); ++i) {
    const auto outputs = static_cast<uint32_t>(trace_.OutputsOf(i).size());
    for (uint32_t output = 0; output < outputs; ++output) {
      const auto id = static_cast<uint32_t>(t_.tensors.size());
      t_.tensors.push_back({i, output, id});
      if (const uint32_t row = rows_.FindOrAdd(id); row != id) {
        t_.tensors[row] = t_.tensors.back();
        t_.tensors.pop_back();
      }
      t_.ids.Push(id);
    }
    t_.ids.EndRow();
  }
}

// The tensor of an input, including names with the number that partitioning
// adds.
uint32_t TraceTimelineBuilder::FindTensor(std::string_view input) const {
  const uint32_t found = rows_.Find(input);
  const size_t cut = input.rfind("/_");
  if (found != TensorIndex::kNone || cut == std::string_view::npos ||
      cut == 0) {
    return found;
  }
  return rows_.Find(input.substr(0, cut));
}

void TraceTimelineBuilder::UseTensors() {
  for (uint32_t i = 0; i < trace_.size(); ++i) {
    for (const std::string_view input : t_.OpOf(i).inputs) {
      const uint32_t row = FindTensor(input);
      if (row == TensorIndex::kNone) continue;
      TraceTimeline::Tensor& tensor = t_.tensors[row];
      if (t_.EndOf(i) - 1 > t_.ReleasedAt(tensor)) tensor.last_use = i;
      const uint32_t from = tensor.record;
      const bool is_elsewhere =
          t_.compute_pid[t_.device[from]] != t_.compute_pid[t_.device[i]] ||
          t_.lane[from] != t_.lane[i];
      const bool is_hidden = t_.GroupOf(i) != TraceTimeline::kNoGroup ||
                             t_.GroupOf(from) != TraceTimeline::kNoGroup;
      if (t_.options.show_dataflow && is_elsewhere && !is_hidden)
        t_.flows.Push({row, from});
    }
    t_.flows.EndRow();
  }
}

void TraceTimelineBuilder::AddSamples() {
  // Each tensor changes its allocator's bytes twice.
  struct ByteChange {
    uint32_t tensor = 0;
    bool is_release = false;
  };

  const auto sample_of = [&](const ByteChange& change) {
    const TraceTimeline::Tensor& tensor = t_.tensors[change.tensor];
    const WideInt bytes = t_.OutputOf(tensor).requested_bytes;
    return change.is_release
               ? TraceTimeline::Sample{t_.ReleasedAt(tensor), -bytes}
               : TraceTimeline::Sample{t_.CreatedAt(tensor), bytes};
  };

  std::map<StringId, size_t> row_of;
  std::vector<std::vector<ByteChange>> changes;
  for (uint32_t row = 0; row < t_.tensors.size(); ++row) {
    const StringId allocator = t_.OutputOf(t_.tensors[row]).allocator;
    const auto [found, is_new] = row_of.try_emplace(allocator, changes.size());
    if (is_new) {
      changes.emplace_back();
      t_.allocators.push_back({allocator, {}});
    }
    changes[found->second].push_back({row, false});
    changes[found->second].push_back({row, true});
  }
  for (size_t i = 0; i < changes.size(); ++i) {
    std::sort(changes[i].begin(), changes[i].end(),
              [&](const ByteChange& a, const ByteChange& b) {
                const auto [a_at, a_bytes] = sample_of(a);
                const auto [b_at, b_bytes] = sample_of(b);
                return std::tie(a_at, a_bytes) < std::tie(b_at, b_bytes);
              });
    auto& samples = t_.allocators[i].samples;
    samples.reserve(changes[i].size());
    WideInt total = 0;
    for (const ByteChange& change : changes[i]) {
      const TraceTimeline::Sample sample = sample_of(change);
      total += sample.bytes;
      samples.push_back({sample.at, total});
    }
  }
}

}  // namespace

std::string TraceTimeline::NameOf(const Tensor& tensor) const {
  std::string name(trace.strings[trace.name[tensor.record]]);
  if (tensor.output > 0) name += fmt::format(":{}", tensor.output);
  return name;
}

WideInt TraceTimeline::ReleasedAt(const Tensor& tensor) const {
  return tensor.last_use == TracedStep::kNoRecord
             ? EndOf(tensor.record)
             : EndOf(tensor.last_use) - 1;
}

TraceOp TraceTimeline::OpOf(size_t record) const {
  const std::string_view name = trace.strings[trace.name[record]];
  const std::string_view label = trace.LabelOf(record);
  if (trace.is_recording) return {name, name, {}};
  if (has_kernels[device[record]]) return KernelOp(name, label);
  if (name == kRecvTensor) return {name, kRecvTensor, {}};
  return LabelledOp(name, label);
}

namespace {

// A process per plane and a lane per line, as recorded.
void LayOutRecording(TraceTimeline& timeline) {
  const Trace& trace = timeline.trace;
  for (uint32_t device = 0; device < trace.devices.size(); ++device) {
    timeline.compute_pid.push_back(timeline.step.first_pid + 1 + 2 * device);
    const Trace::Device& plane = trace.devices[device];
    timeline.device.resize(plane.end, device);
  }
  for (size_t record = 0; record < trace.size(); ++record) {
    timeline.lane.push_back(trace.events[record].line);
    timeline.flows.EndRow();
  }
}

}  // namespace

TracedStep TracedStepOf(Trace trace, const TraceTimelineOptions& options,
                        uint32_t first_pid) {
  TracedStep step;
  step.options = options;
  step.first_pid = first_pid;
  step.trace = std::move(trace);
  if (step.trace.is_recording) {
    step.options = {.show_dataflow = false};
  } else if (options.op_time != OpTime::kSchedule) {
    AdjustTimes(options.op_time, step.trace);
  }
  return step;
}

TraceTimeline::TraceTimeline(const TracedStep& of_step, Parts parts)
    : step(of_step), trace(of_step.trace), options(of_step.options) {
  for (const Trace::Device& plane : trace.devices) {
    has_kernels.push_back(IsTracer(trace.strings[plane.name]));
  }
  if (trace.is_recording) {
    LayOutRecording(*this);
  } else {
    TraceTimelineBuilder(*this).Run(parts);
  }
}

}  // namespace tfprof
