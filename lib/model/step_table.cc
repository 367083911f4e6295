// SPDX-License-Identifier: Apache-2.0
#include "model/step_table.h"

#include <algorithm>

#include "base/hash.h"
#include "base/numbers.h"
#include "model/device_lines.h"
#include "model/exec_times.h"
#include "model/kernel_clock.h"
#include "model/line_starts.h"
#include "model/node_label.h"
#include "model/step_line.h"
#include "model/transfer.h"

namespace tfprof {

// The records of a device in the step being read. A line is small, since a
// saved profile may have very many devices with one record each.
struct StepTableBuilder::Line {
  StringId name;  // a row of device_names
  DeviceRows rows = DeviceRows::kOperations;
  bool is_counted = false;
  Intervals spans;
  int64_t first = INT64_MAX;
  int64_t last = INT64_MIN;
  BusyTime time;
  // Starts of operations, and of kernels and copies, which have no op_start.
  LineStarts starts;

  bool HasTimes() const { return time.HasTimes(); }

  bool IsActivity() const {
    return rows == DeviceRows::kKernels || rows == DeviceRows::kCopies ||
           rows == DeviceRows::kOneStream || rows == DeviceRows::kSynchronize;
  }
};

struct StepTableBuilder::OpenStep {
  int64_t step = 0;
  const StringPool* devices = nullptr;
  DeviceLines<Line> lines;

  // Marks the lines that sums count: the streams of a GPU, or the lines that
  // repeat them.
  void MarkCounted();
  // Moves kernels and copies to the clock of operations; returns the offset.
  int64_t AlignKernels();
  // The lines whose spans make the step: those of the slowest host.
  std::vector<const Line*> LongestHost() const;
};

namespace {

uint64_t KeyOf(std::string_view name) { return TextHash()(name); }

void Shift(Intervals& spans, int64_t by) {
  Intervals moved;
  for (const Intervals::Span& span : spans.spans()) {
    moved.Add(WrapAdd(span.start, by), WrapAdd(span.end, by));
  }
  spans = std::move(moved);
}

}  // namespace

StepTableBuilder::StepTableBuilder() = default;
StepTableBuilder::~StepTableBuilder() = default;

StepTableBuilder::OpenStep& StepTableBuilder::Open(int64_t step) {
  std::unique_ptr<OpenStep>& open = open_[step];
  if (open == nullptr) {
    open = std::make_unique<OpenStep>(OpenStep{step, &devices_, {}});
  }
  return *open;
}

StepTableBuilder::Line& StepTableBuilder::LineOf(OpenStep& step,
                                                 std::string_view device) {
  const StringId name = devices_.Intern(device);
  return step.lines.Of(name, [&] {
    Line line;
    line.name = name;
    line.rows = RowsOf(device);
    return line;
  });
}

void StepTableBuilder::BeginStep(int64_t step) {
  step_ = &Open(step);
  line_ = nullptr;
}

void StepTableBuilder::BeginDevice(std::string_view device) {
  line_ = &LineOf(*step_, device);
}

void StepTableBuilder::AddExec(const ExecRecord& exec) {
  Line& line = *line_;
  ++line.time.records;
  if (step_ != nullptr && line.rows == DeviceRows::kOperations) {
    compiling_.Add(step_->step, exec);
  }
  const ExecSpan span = RecordedSpan(exec);
  if (span.start == 0) {
    ++line.time.without_start;
    return;
  }
  line.spans.Add(span.start, span.end);
  line.first = std::min(line.first, span.start);
  line.last = std::max(line.last, span.end);
  line.time.sum_ns = WrapAdd(line.time.sum_ns, span.end - span.start);
  if (line.rows == DeviceRows::kOperations) {
    line.starts.Add(
        {KeyOf(NodeOfExec(exec.name)), span.start, TimesOf(exec).op_start});
  } else if (line.IsActivity()) {
    line.starts.Add({KeyOf(NodeOfKernel(exec.name)), span.start, span.start});
  }
}

void StepTableBuilder::OpenStep::MarkCounted() {
  const auto name_of = [&](const auto& line) { return (*devices)[line->name]; };
  const auto is_stream = [&](const auto& line) {
    return ReadStepLine(name_of(line)).line == StepLine::kStream;
  };
  // The GPU of a line of kernels and copies.
  const auto gpu_of = [&](const auto& line) {
    return line->IsActivity() ? PhysicalDevice(name_of(line))
                              : std::string_view();
  };
  std::map<std::string_view, bool> has_streams;  // by GPU
  for (const auto& line : lines) has_streams[gpu_of(line)] |= is_stream(line);
  for (const auto& line : lines) {
    if (line->rows == DeviceRows::kOperations) {
      line->is_counted = true;
    } else if (line->IsActivity()) {
      const bool repeats = line->rows == DeviceRows::kKernels ||
                           line->rows == DeviceRows::kCopies;
      line->is_counted = has_streams[gpu_of(line)] ? is_stream(line) : repeats;
    }
  }
}

int64_t StepTableBuilder::OpenStep::AlignKernels() {
  std::vector<LaunchTime> launches;
  std::vector<WorkTime> activities;
  for (const auto& line : lines) {
    if (line->is_counted && line->IsActivity()) {
      line->starts.ForEach([&](const LaunchTime& work) {
        activities.push_back({work.node, work.start});
      });
    }
  }
  if (activities.empty()) return 0;
  for (const auto& line : lines) {
    if (line->rows != DeviceRows::kOperations) continue;
    line->starts.AppendTo(launches);
  }
  const int64_t shift =
      OffsetIfOtherClock(std::move(launches), std::move(activities));
  if (shift == 0) return 0;
  for (const auto& line : lines) {
    if (!line->IsActivity() || !line->HasTimes()) continue;
    Shift(line->spans, shift);
    line->first = WrapAdd(line->first, shift);
    line->last = WrapAdd(line->last, shift);
  }
  return shift;
}

std::vector<const StepTableBuilder::Line*>
StepTableBuilder::OpenStep::LongestHost() const {
  struct Host {
    std::vector<const Line*> lines;
    int64_t first = INT64_MAX;
    int64_t last = INT64_MIN;

    // Unsigned, since moved clocks may wrap.
    uint64_t Length() const {
      return static_cast<uint64_t>(last) - static_cast<uint64_t>(first);
    }
  };

  // A host tracer repeats the operations with a clock of its own.
  const bool has_work = std::any_of(lines.begin(), lines.end(), [](auto& line) {
    return line->rows != DeviceRows::kHostTracer && line->HasTimes();
  });
  std::map<std::string_view, Host> hosts;
  for (const auto& line : lines) {
    if (!line->HasTimes()) continue;
    if (has_work && line->rows == DeviceRows::kHostTracer) continue;
    hosts[TaskOf((*devices)[line->name])].lines.push_back(line.get());
  }
  // Kernels of a single host do not name it.
  if (hosts.size() == 2 && hosts.contains("")) {
    std::vector<const Line*> nameless = std::move(hosts[""].lines);
    hosts.erase("");
    std::vector<const Line*>& named = hosts.begin()->second.lines;
    named.insert(named.end(), nameless.begin(), nameless.end());
  }
  const Host* longest = nullptr;
  for (auto& [name, host] : hosts) {
    for (const Line* line : host.lines) {
      host.first = std::min(host.first, line->first);
      host.last = std::max(host.last, line->last);
    }
    if (longest == nullptr || host.Length() > longest->Length()) {
      longest = &host;
    }
  }
  return longest == nullptr ? std::vector<const Line*>() : longest->lines;
}

void StepTableBuilder::Close(OpenStep& open) {
  StepTable::Step step;
  step.step = open.step;
  open.MarkCounted();
  if (const int64_t by_ns = open.AlignKernels(); by_ns != 0) {
    table_.moved_kernels.push_back({open.step, by_ns});
  }
  step.devices.resize(open.lines.size());
  size_t row = 0;
  for (const auto& line : open.lines) {
    line->spans.Normalize();
    line->time.busy_ns = line->spans.Length();
    step.devices[row++] = {.time = line->time, .name = line->name.value};
    step.time.records += line->time.records;
    step.time.without_start += line->time.without_start;
    if (line->is_counted) {
      step.time.sum_ns = WrapAdd(step.time.sum_ns, line->time.sum_ns);
    }
  }
  Intervals busy;
  int64_t first = INT64_MAX;
  int64_t last = INT64_MIN;
  for (const Line* line : open.LongestHost()) {
    first = std::min(first, line->first);
    last = std::max(last, line->last);
    busy.Add(line->spans);
  }
  busy.Normalize();
  step.time.busy_ns = busy.Length();
  if (first <= last) {
    step.start_ns = first;
    step.end_ns = last;
  }
  table_.steps.push_back(std::move(step));
}

void StepTableBuilder::EndStep() {
  Close(*step_);
  open_.erase(step_->step);
  step_ = nullptr;
  line_ = nullptr;
}

void StepTableBuilder::AddStoredStep(int64_t step) { Open(step); }

void StepTableBuilder::AddStoredNode(const StoredNode& node) {
  for (const StoredNodeStep& run : node.node_steps) {
    OpenStep& step = Open(run.step);
    for (const StoredTime& time : run.times) {
      line_ = &LineOf(step, time.device);
      AddExec({.name = node.name,
               .all_start_us = time.start_us,
               .op_end_rel_us = time.duration_us});
    }
  }
}

StepTable StepTableBuilder::Finish() {
  for (auto& [number, step] : open_) Close(*step);
  open_.clear();
  table_.device_names.reserve(devices_.size());
  for (StringId id(0); id.value < devices_.size(); ++id.value) {
    table_.device_names.emplace_back(devices_[id]);
  }
  table_.steps.SortByKey();
  std::stable_sort(
      table_.moved_kernels.begin(), table_.moved_kernels.end(),
      [](const auto& a, const auto& b) { return a.step < b.step; });
  const std::vector<int64_t> compiled = compiling_.Finish();
  if (!compiled.empty()) {
    for (StepTable::Step& step : table_.steps) {
      step.has_compiled =
          std::binary_search(compiled.begin(), compiled.end(), step.step);
    }
  }
  return std::move(table_);
}

}  // namespace tfprof
