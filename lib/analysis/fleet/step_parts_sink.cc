// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/step_parts_sink.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "base/numbers.h"
#include "base/small_vector.h"
#include "model/device_lines.h"
#include "model/exec_times.h"
#include "model/line_starts.h"
#include "model/node_label.h"
#include "model/step_line.h"
#include "model/xspace/recording.h"

namespace tfprof {

namespace {

uint64_t HashOf(std::string_view name) {
  return std::hash<std::string_view>()(name);
}

// The time of each kind, not counting time of the kinds listed before it. Spans
// are used up. REQUIRES: there are some.
Worker::Step PartsOf(std::vector<WorkSpan> spans) {
  std::sort(
      spans.begin(), spans.end(),
      [](const WorkSpan& a, const WorkSpan& b) { return a.start < b.start; });
  // The running spans, the first to end on top: few of all spans.
  const auto ends_later = [](const WorkSpan& a, const WorkSpan& b) {
    return a.end > b.end;
  };
  std::vector<WorkSpan> running;
  std::array<size_t, kWorkKindCount> under_way{};
  std::array<int64_t, kWorkKindCount> ns{};
  int64_t now = spans.front().start;
  const auto advance = [&](int64_t to) {
    const auto first = std::ranges::find_if(
        under_way, [](size_t count) { return count > 0; });
    if (first != under_way.end()) {
      int64_t& sum = ns[static_cast<size_t>(first - under_way.begin())];
      sum = WrapAdd(sum, WrapSubtract(to, now));
    }
    now = to;
  };
  const auto end_until = [&](int64_t until) {
    while (!running.empty() && running.front().end <= until) {
      advance(running.front().end);
      --under_way[static_cast<size_t>(running.front().kind)];
      std::pop_heap(running.begin(), running.end(), ends_later);
      running.pop_back();
    }
  };
  const int64_t begin = now;
  for (const WorkSpan& span : spans) {
    end_until(span.start);
    advance(span.start);
    running.push_back(span);
    std::push_heap(running.begin(), running.end(), ends_later);
    ++under_way[static_cast<size_t>(span.kind)];
  }
  end_until(INT64_MAX);
  const auto of = [&](WorkKind kind) { return ns[static_cast<size_t>(kind)]; };
  return {.length_ns = WrapSubtract(now, begin),
          .own_ns = of(WorkKind::kOwn) + of(WorkKind::kCaller),
          .input_ns = of(WorkKind::kInput),
          .waiting_ns = of(WorkKind::kWaiting)};
}

}  // namespace

struct StepPartsSink::Line {
  StringId name;
  DeviceRows rows = DeviceRows::kOperations;
  bool is_stream = false;  // a numbered stream
  SmallVector<WorkSpan> spans;
  SmallVector<uint64_t> nodes;  // of kernels and copies, by span

  bool IsWork() const {
    return rows == DeviceRows::kKernels || rows == DeviceRows::kCopies ||
           rows == DeviceRows::kOneStream;
  }
};

struct StepPartsSink::OpenStep {
  int64_t step = 0;
  DeviceLines<Line> lines;
  Kinds kind_of_node;
  LineStarts launches;

  // Aligns the clocks of kernels and operations, as StepTable does. Launches
  // are used up.
  void AlignKernels();
  // The spans of each host, whose names lie in those of its devices.
  std::map<std::string_view, std::vector<WorkSpan>> Hosts(
      const StringPool& devices, const Kinds& known);
};

StepPartsSink::StepPartsSink() = default;
StepPartsSink::~StepPartsSink() = default;

void StepPartsSink::AddNode(const NodeDefinition& node) {
  const WorkKind kind = KindOfWork(node.op, node.name);
  if (kind != WorkKind::kOwn) kind_of_node_.emplace(HashOf(node.name), kind);
}

StepPartsSink::Line& StepPartsSink::LineOf(OpenStep& step,
                                           std::string_view device) {
  const StringId name = devices_.Intern(device);
  return step.lines.Of(name, [&] {
    Line line;
    line.name = name;
    line.rows = RowsOf(device);
    line.is_stream = ReadStepLine(device).line == StepLine::kStream;
    return line;
  });
}

void StepPartsSink::BeginStep(int64_t step) {
  std::unique_ptr<OpenStep>& open = open_[step];
  if (open == nullptr) open = std::make_unique<OpenStep>();
  open->step = step;
  step_ = open.get();
  line_ = nullptr;
}

void StepPartsSink::BeginDevice(std::string_view device) {
  line_ = &LineOf(*step_, device);
}

void StepPartsSink::AddExec(const ExecRecord& exec) {
  if (line_ == nullptr) return;
  if (line_->IsWork()) {
    Add(exec, ClassifyTransfer(line_->rows, exec).kind == Transfer::kNcclKernel
                  ? WorkKind::kWaiting
                  : WorkKind::kOwn);
    return;
  }
  const std::string_view node = NodeOfExec(exec.name);
  const auto label = ParseNodeLabel(exec.label);
  if (label) {
    Add(exec, KindOfWork(label->type, node));
    return;
  }
  const auto known = kind_of_node_.find(HashOf(node));
  Add(exec, known != kind_of_node_.end()
                ? known->second
                : KindOfWork(exec.name.substr(
                                 std::min(node.size() + 1, exec.name.size())),
                             node));
}

void StepPartsSink::Add(const ExecRecord& exec, WorkKind kind) {
  const ExecSpan span = RecordedSpan(exec);
  if (span.start == 0 || line_->rows == DeviceRows::kSynchronize) return;
  line_->spans.push_back({span.start, std::max(span.start, span.end), kind});
  if (line_->IsWork()) {
    line_->nodes.push_back(HashOf(NodeOfKernel(exec.name)));
    return;
  }
  const uint64_t node = HashOf(NodeOfExec(exec.name));
  if (kind != WorkKind::kOwn) step_->kind_of_node.emplace(node, kind);
  step_->launches.Add({node, span.start, TimesOf(exec).op_start});
}

void StepPartsSink::OpenStep::AlignKernels() {
  const LineStarts launched = std::exchange(launches, {});
  const bool has_streams =
      std::any_of(lines.begin(), lines.end(),
                  [](const auto& line) { return line->is_stream; });
  std::vector<WorkTime> work;
  for (const auto& line : lines) {
    if (!line->IsWork() || (has_streams && !line->is_stream)) continue;
    for (size_t i = 0; i < line->spans.size(); ++i) {
      work.push_back({line->nodes[i], line->spans[i].start});
    }
  }
  if (work.empty()) return;
  std::vector<LaunchTime> starts;
  launched.AppendTo(starts);
  const int64_t shift = OffsetIfOtherClock(std::move(starts), std::move(work));
  if (shift == 0) return;
  for (const auto& line : lines) {
    if (!line->IsWork()) continue;
    for (WorkSpan& span : line->spans) {
      span.start = WrapAdd(span.start, shift);
      span.end = WrapAdd(span.end, shift);
    }
  }
}

std::map<std::string_view, std::vector<WorkSpan>>
StepPartsSink::OpenStep::Hosts(const StringPool& devices, const Kinds& known) {
  const bool has_work =
      std::any_of(lines.begin(), lines.end(), [](const auto& line) {
        return line->rows != DeviceRows::kHostTracer && !line->spans.empty();
      });
  std::map<std::string_view, std::vector<WorkSpan>> hosts;
  for (const auto& line : lines) {
    // The host tracer's records repeat those of the operations.
    if (line->spans.empty()) continue;
    if (has_work && line->rows == DeviceRows::kHostTracer) continue;
    for (size_t i = 0; i < line->nodes.size(); ++i) {
      for (const Kinds* kinds : {&known, &std::as_const(kind_of_node)}) {
        const auto found = kinds->find(line->nodes[i]);
        if (found != kinds->end() && found->second != WorkKind::kCaller) {
          line->spans[i].kind = found->second;
        }
      }
    }
    std::vector<WorkSpan>& spans = hosts[TaskOf(devices[line->name])];
    spans.insert(spans.end(), line->spans.begin(), line->spans.end());
    line->spans = {};
  }
  // Kernels of a single host do not name it.
  const auto nameless = hosts.find("");
  if (hosts.size() == 2 && nameless != hosts.end()) {
    std::vector<WorkSpan>& named = hosts.rbegin()->second;
    named.insert(named.end(), nameless->second.begin(), nameless->second.end());
    hosts.erase(nameless);
  }
  return hosts;
}

void StepPartsSink::Keep(const Worker::Step& step) {
  steps_.push_back(step);
}

void StepPartsSink::Close(OpenStep& open) {
  open.AlignKernels();
  for (auto& [host, spans] : open.Hosts(devices_, kind_of_node_)) {
    Worker::Step parts = PartsOf(std::move(spans));
    parts.step = open.step;
    Keep(parts);
  }
}

void StepPartsSink::EndStep() {
  Close(*step_);
  open_.erase(step_->step);
  step_ = nullptr;
  line_ = nullptr;
}

void StepPartsSink::AddStoredNode(const StoredNode& node) {
  const WorkKind kind = KindOfWork(node.op, node.name);
  for (const StoredNodeStep& run : node.node_steps) {
    BeginStep(run.step);
    for (const StoredTime& time : run.times) {
      BeginDevice(time.device);
      Add({.name = node.name,
           .all_start_us = time.start_us,
           .op_end_rel_us = time.duration_us},
          kind);
    }
  }
}

void StepPartsSink::AddRecording(
    const std::shared_ptr<const Recording>& recording) {
  constexpr int64_t kPicos = 1000;
  const auto add = [&](const Recording::Step& step) {
    const auto of = [&](StepPart part) {
      return step.parts_ps[static_cast<size_t>(part)] / kPicos;
    };
    int64_t known = 0;
    for (size_t i = 1; i < kStepParts; ++i) known += step.parts_ps[i] / kPicos;
    const int64_t input =
        of(StepPart::kWaitForInput) + of(StepPart::kHostPrepare);
    const int64_t waiting = of(StepPart::kCollective);
    const int64_t busy = known > 0 ? known : step.busy_ps / kPicos;
    Keep({.step = step.number,
          .length_ns = step.length_ps / kPicos,
          .own_ns = busy - input - waiting,
          .input_ns = input,
          .waiting_ns = waiting});
  };
  for (const Recording::Step& step : recording->steps) add(step);
  if (recording->steps.empty()) add(recording->whole);
}

std::vector<Worker::Step> StepPartsSink::Finish() {
  for (auto& [number, step] : open_) Close(*step);
  open_.clear();
  std::stable_sort(steps_.begin(), steps_.end(),
                   [](const Worker::Step& a, const Worker::Step& b) {
                     return a.step < b.step;
                   });
  // The longest host of a step, the first of equals.
  std::vector<Worker::Step> steps;
  for (const Worker::Step& step : steps_) {
    if (steps.empty() || steps.back().step != step.step) {
      steps.push_back(step);
    } else if (steps.back().length_ns < step.length_ns) {
      steps.back() = step;
    }
  }
  steps_ = std::deque<Worker::Step>();
  return steps;
}

}  // namespace tfprof
