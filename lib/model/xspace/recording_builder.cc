// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/recording_builder.h"

#include <algorithm>
#include <set>

#include "base/intervals.h"
#include "base/numbers.h"
#include "base/parallel.h"
#include "model/xspace/breakdown.h"
#include "model/xspace/op_name.h"

namespace tfprof {

namespace {

// "fusion" of "fusion.3".
std::string_view WithoutNumber(std::string_view instruction) {
  const size_t dot = instruction.rfind('.');
  const bool is_numbered = dot != std::string_view::npos &&
                           instruction.find_first_not_of(
                               "0123456789", dot + 1) == std::string_view::npos;
  return is_numbered ? instruction.substr(0, dot) : instruction;
}

Recording::Device DeviceOf(const XPlane& plane) {
  using Kind = Recording::Device::Kind;
  if (plane.kind == XPlane::Kind::kHost) {
    return {Kind::kHost, "/device:cpu:0", 0, 0};
  }
  const std::string ordinal = plane.name.substr(plane.name.rfind(':') + 1);
  return plane.kind == XPlane::Kind::kTpu
             ? Recording::Device{Kind::kTpu, "/device:tpu:" + ordinal, 0, 0}
             : Recording::Device{Kind::kGpu, "/device:gpu:" + ordinal, 0, 0};
}

}  // namespace

RecordingBuilder::RecordingBuilder(Recording recording, const Options& options)
    : recording_(std::move(recording)),
      options_(options),
      instructions_of_(recording_.programs.size()) {
  for (uint32_t i = 0; i < recording_.programs.size(); ++i) {
    const Recording::Program& program = recording_.programs[i];
    const HloModule& module = program.module;
    program_of_[{program.id, module.strings[module.name]}] = i;
  }
}

void RecordingBuilder::AddPlane(const XPlane& plane) {
  recording_.devices.push_back(DeviceOf(plane));
  spans_.emplace_back();
}

// Sets the place of the instruction among those of the programs, if it is
// there.
void RecordingBuilder::FindInstruction(const LineSums::RowKey& key,
                                       Recording::Row& row) {
  auto program = program_of_.find({key.program, key.module});
  if (program == program_of_.end()) {
    program = program_of_.find({std::nullopt, key.module});
  }
  if (program == program_of_.end()) return;
  const HloModule& module = recording_.programs[program->second].module;
  auto& rows = instructions_of_[program->second];
  if (rows.empty()) {
    for (HloModule::Row i = 0; i < module.instructions.size(); ++i) {
      rows[module.instructions[i].name.value] = i;
    }
  }
  const auto found = rows.find(module.strings.Find(key.op).value);
  if (found == rows.end()) return;
  row.program_row = program->second;
  row.instruction = found->second;
}

void RecordingBuilder::NameInstruction(const LineSums::RowKey& key,
                                       Recording::Row& row) {
  StringPool& strings = recording_.strings;
  row.module = strings.Intern(key.module);
  row.program = key.program;
  FindInstruction(key, row);
  if (row.instruction != HloModule::kNone) {
    const HloModule& module = recording_.programs[row.program_row].module;
    row.name = strings.Intern(NodeNameOf(module, row.instruction));
    row.type = strings.Intern(OpTypeOf(module, row.instruction));
    return;
  }
  std::string name(key.module);
  if (!name.empty()) name += '/';
  name += key.op;
  row.name = strings.Intern(name);
  row.type = strings.Intern(WithoutNumber(key.op));
}

void RecordingBuilder::NameKernel(const LineSums::RowKey& key,
                                  Recording::Row& row) {
  const OpName op = ParseOpName(key.op);
  row.name = recording_.strings.Intern(op.name);
  row.type = recording_.strings.Intern(op.type);
}

Recording::Row RecordingBuilder::MakeRow(const XPlane& plane,
                                         const LineSums::RowKey& key) {
  const EventName& event = plane.names[key.name];
  Recording::Row row;
  row.kind = key.kind;
  row.device = static_cast<uint32_t>(recording_.devices.size() - 1);
  row.float_ops = plane.float_ops[key.name];
  if (plane.is_device()) row.kernel = event.text;
  switch (key.kind) {
    case Recording::RowKind::kOperation:
    case Recording::RowKind::kEager:
      row.name = event.op_name;
      row.type = event.op_type;
      break;
    case Recording::RowKind::kInstruction:
      NameInstruction(key, row);
      break;
    case Recording::RowKind::kKernel:
      NameKernel(key, row);
      break;
    case Recording::RowKind::kLoneKernel:
      row.name = event.text;
      row.type = recording_.strings.Intern(key.op);
  }
  return row;
}

uint32_t RecordingBuilder::RowOf(const XPlane& plane,
                                 const LineSums::RowKey& key) {
  Recording::Row row = MakeRow(plane, key);
  const auto [found, is_new] =
      row_of_.try_emplace(RowKey(row.kind, row.device, row.name, row.kernel,
                                 row.module, row.program),
                          static_cast<uint32_t>(recording_.rows.size()));
  if (is_new) {
    recording_.rows.push_back(row);
    return found->second;
  }
  // tfprof: of one name the first type that is not empty stays.
  StringId& type = recording_.rows[found->second].type;
  if (recording_.strings[type].empty()) type = row.type;
  return found->second;
}

void RecordingBuilder::AddLine(const XPlane& plane, LineSums sums) {
  std::vector<uint32_t> rows;
  for (size_t i = 0; i < sums.rows.size(); ++i) {
    rows.push_back(RowOf(plane, sums.rows[i]));
    if (sums.is_eager[i]) recording_.rows[rows.back()].is_eager = true;
    row_calls_.Take(rows.back(), sums.called_from[i]);
  }
  for (size_t i = 0; i < sums.cells.size(); ++i) {
    sums.cells[i].row = rows[sums.cells[i].row];
  }
  AddCells(sums);
  const auto number = static_cast<uint32_t>(lines_.size());
  for (Stretch& stretch : sums.stretches) {
    recording_.stretches.push_back({rows[stretch.row], number, stretch.begin_ps,
                                    stretch.end_ps, stretch.step});
  }
  for (HandOver& moment : sums.hand_overs) {
    moment.line = number;
    recording_.hand_overs.push_back(moment);
  }
  begin_ps_ = std::min(begin_ps_, sums.begin_ps);
  end_ps_ = std::max(end_ps_, sums.end_ps);
  AddIdle(plane, sums);
  if (!sums.memory.events.empty()) memory_.push_back(std::move(sums.memory));
  Line& line = lines_.emplace_back();
  line.device = static_cast<uint32_t>(recording_.devices.size() - 1);
  ++recording_.devices.back().lines;
  line.parts = std::move(sums.parts);
  line.busy = std::move(sums.busy);
  for (const auto& [step, marker] : sums.markers) AddMarker(step, marker);
}

void RecordingBuilder::AddCells(LineSums& sums) {
  const auto line = static_cast<uint32_t>(recording_.cells.size());
  const auto& runs = sums.cell_runs;
  for (size_t i = 0; i < runs.size(); ++i) {
    const size_t end =
        i + 1 < runs.size() ? runs[i + 1].first : sums.cells.size();
    recording_.cell_runs.push_back(
        {runs[i].step, line, runs[i].first, static_cast<uint32_t>(end)});
  }
  recording_.cells.push_back(std::move(sums.cells));
}

void RecordingBuilder::AddMarker(int64_t step, const LineSums::Marker& marker) {
  LineSums::Marker& of_step = markers_[step];
  of_step.Take(marker.span);
  if (of_step.name.empty()) of_step.name = marker.name;
}

void RecordingBuilder::AddIdle(const XPlane& plane, const LineSums& sums) {
  if (!plane.is_device()) {
    // Threads wait, each on its own.
    const int64_t idle = sums.last_ps - sums.first_ps - sums.self_ps;
    recording_.devices.back().idle_ps += std::max<int64_t>(idle, 0);
    return;
  }
  if (!sums.has_span) return;
  DeviceSpan& span = spans_.back();
  span.first_ps =
      span.is_known ? std::min(span.first_ps, sums.first_ps) : sums.first_ps;
  span.last_ps = std::max(span.last_ps, sums.last_ps);
  span.self_ps = WrapAdd(span.self_ps, sums.self_ps);
  span.is_known = true;
}

void RecordingBuilder::FinishIdle() {
  for (size_t i = 0; i < spans_.size(); ++i) {
    const DeviceSpan& span = spans_[i];
    Recording::Device& device = recording_.devices[i];
    if (device.kind == Recording::Device::Kind::kHost) continue;
    int64_t ran = span.self_ps;
    if (options_.rules.all_rows) ran = recording_.whole.devices[i].busy_ps;
    // tfprof: of a device that ends at 0 nothing is known.
    if (span.last_ps != 0) {
      device.idle_ps = std::max<int64_t>(span.last_ps - span.first_ps - ran, 0);
    }
  }
}

// The runs of `step`; `runs` are sorted by step.
std::span<const RecordingBuilder::LineRun> RecordingBuilder::OfStep(
    const std::vector<LineRun>& runs, int64_t step) {
  const auto begin =
      std::lower_bound(runs.begin(), runs.end(), step,
                       [](const LineRun& a, int64_t b) { return a.step < b; });
  const auto end =
      std::upper_bound(begin, runs.end(), step,
                       [](int64_t a, const LineRun& b) { return a < b.step; });
  return {begin, end};
}

// The runs of all lines, by step.
std::vector<RecordingBuilder::LineRun> RecordingBuilder::RunsByStep(
    SpanList Line::*list) const {
  std::vector<LineRun> runs;
  for (uint32_t line = 0; line < lines_.size(); ++line) {
    const SpanList& spans = lines_[line].*list;
    for (uint32_t run = 0; run < spans.runs().size(); ++run) {
      runs.push_back({spans.runs()[run].step, line, run});
    }
  }
  std::stable_sort(
      runs.begin(), runs.end(),
      [](const LineRun& a, const LineRun& b) { return a.step < b.step; });
  return runs;
}

Recording::Step RecordingBuilder::MakeStep(int64_t number,
                                           std::span<const LineRun> runs,
                                           bool& is_whole) const {
  const auto found = markers_.find(number);
  const LineSums::Marker marker =
      found == markers_.end() ? LineSums::Marker() : found->second;
  Breakdown breakdown(marker.span);
  for (const LineRun& run : runs) {
    const SpanList& parts = lines_[run.line].parts;
    const StepPart part = parts.runs()[run.run].part;
    parts.ForEachOf(run.run, [&](const SpanList::Span& span) {
      breakdown.Add(part, span);
    });
  }
  const StepParts parts = breakdown.Finish();
  const auto was_there = [&](StepPart part) {
    return parts.was_there[static_cast<size_t>(part)];
  };
  // tfprof: a step counts if something of it is work.
  is_whole = options_.has_devices ? was_there(StepPart::kDevice16) ||
                                        was_there(StepPart::kDevice32)
                                  : was_there(StepPart::kHostCompute);
  Recording::Step step;
  step.number = number;
  step.name =
      marker.name.empty() ? std::to_string(number) : std::string(marker.name);
  step.begin_ps = marker.span.begin_ps;
  step.length_ps = marker.span.end_ps - marker.span.begin_ps;
  step.parts_ps = parts.ps;
  is_whole = is_whole && step.length_ps > 0;
  return step;
}

void RecordingBuilder::FinishSteps() {
  const std::vector<LineRun> runs = RunsByStep(&Line::parts);
  std::set<int64_t> numbers;
  for (const LineRun& run : runs) {
    const bool is_host = recording_.devices[lines_[run.line].device].kind ==
                         Recording::Device::Kind::kHost;
    // tfprof: with devices, steps without a kernel are none.
    if (!options_.has_devices || !is_host) numbers.insert(run.step);
  }
  for (const auto& [number, marker] : markers_) {
    if (!options_.has_devices) numbers.insert(number);
  }
  const std::vector<int64_t> all(numbers.begin(), numbers.end());
  std::vector<Recording::Step>& steps = recording_.steps;
  steps.resize(all.size());
  std::vector<char> is_whole(all.size());
  ParallelFor(all.size(), options_.jobs, [&](size_t i) {
    bool is_step = false;
    steps[i] = MakeStep(all[i], OfStep(runs, all[i]), is_step);
    is_whole[i] = is_step;
  });
  size_t kept = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    if (!is_whole[i]) continue;
    if (kept < i) steps[kept] = std::move(steps[i]);
    ++kept;
  }
  steps.resize(kept);
}

// How much ran in `step`, which `runs` are of.
void RecordingBuilder::AddUse(std::span<const LineRun> runs,
                              Recording::Step& step) const {
  step.devices.resize(recording_.devices.size());
  std::vector<Intervals> of_device(step.devices.size());
  Intervals all;
  for (const LineRun& run : runs) {
    const Line& line = lines_[run.line];
    line.busy.ForEachOf(run.run, [&](SpanList::Span span) {
      if (step.length_ps > 0) {
        span.begin_ps = std::max(span.begin_ps, step.begin_ps);
        span.end_ps = std::min(span.end_ps, step.begin_ps + step.length_ps);
      }
      of_device[line.device].Add(span.begin_ps, span.end_ps);
    });
  }
  for (size_t i = 0; i < of_device.size(); ++i) {
    of_device[i].Normalize();
    step.devices[i].busy_ps = of_device[i].Length();
    all.Add(of_device[i]);
  }
  all.Normalize();
  step.busy_ps = all.Length();
}

void RecordingBuilder::FinishUse() {
  const auto add_cells = [&](std::span<const Recording::CellRun> of,
                             Recording::Step& step) {
    recording_.ForEachCell(of, [&](const Recording::Cell& cell) {
      auto& use = step.devices[recording_.rows[cell.row].device];
      use.self_ps = WrapAdd(use.self_ps, cell.self_ps);
      use.count = WrapAdd(use.count, cell.count);
    });
  };
  const std::vector<LineRun> runs = RunsByStep(&Line::busy);
  ParallelFor(recording_.steps.size(), options_.jobs, [&](size_t i) {
    Recording::Step& step = recording_.steps[i];
    AddUse(OfStep(runs, step.number), step);
    add_cells(recording_.RunsOf(step.number), step);
  });
  Recording::Step& whole = recording_.whole;
  whole.devices.resize(recording_.devices.size());
  // The most work of all, and seldom asked for.
  if (options_.wants_whole || options_.has_devices ||
      recording_.steps.empty()) {
    AddUse(runs, whole);
  }
  add_cells(recording_.cell_runs, whole);
  if (begin_ps_ > end_ps_) return;
  whole.begin_ps = begin_ps_;
  whole.length_ps = end_ps_ - begin_ps_;
}

void RecordingBuilder::SortCells() {
  std::stable_sort(recording_.cell_runs.begin(), recording_.cell_runs.end(),
                   [](const Recording::CellRun& a,
                      const Recording::CellRun& b) { return a.step < b.step; });
}

Recording RecordingBuilder::Finish(const Groups& groups,
                                   std::span<const LineCalls> lines) {
  SortCells();
  FinishSteps();
  FinishUse();
  FinishIdle();
  row_calls_.AddTo(recording_, groups, lines);
  recording_.allocators = SummarizeAllocators(std::move(memory_));
  return std::move(recording_);
}

}  // namespace tfprof
