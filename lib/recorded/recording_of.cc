// SPDX-License-Identifier: Apache-2.0
#include "recorded/recording_of.h"

#include <algorithm>

#include "base/numbers.h"
#include "recorded/recording_maker.h"
#include "recorded/xla_name.h"

namespace tfprof {

namespace {

Recording::Device::Kind KindOf(const RecordedDevice& device) {
  using Kind = Recording::Device::Kind;
  switch (device.kind) {
    case DeviceKind::kCpu:
      return Kind::kHost;
    case DeviceKind::kGpu:
      return Kind::kGpu;
    case DeviceKind::kTpu:
      break;
  }
  return Kind::kTpu;
}

// What some device is busy with.
TimeUnion BusyOfAny(const RecordedHost& host) {
  std::vector<TimeSpan> busy;
  const TimeUnion* only = nullptr;
  size_t count = 0;
  for (const RecordedDevice& device : host.devices) {
    if (device.busy.empty()) continue;
    only = &device.busy;
    ++count;
  }
  if (count == 1) return *only;
  for (const RecordedDevice& device : host.devices) {
    const std::vector<TimeSpan>& spans = device.busy.spans();
    busy.insert(busy.end(), spans.begin(), spans.end());
  }
  return TimeUnion(std::move(busy));
}

}  // namespace

RecordingMaker::RecordingMaker(const Capture& capture, uint32_t process,
                               const NumberedSteps& series,
                               const RecordingOptions& options,
                               bool canonical_names)
    : capture_(capture),
      process_(capture.processes[process]),
      host_(*process_.host),
      recorded_(process_.steps),
      series_(series),
      options_(options),
      canonical_names_(canonical_names),
      index_(process) {}

void RecordingMaker::AddAbout() {
  recording_.host = process_.label;
  recording_.file = process_.file;
  recording_.start_ns = host_.start_ns;
  recording_.errors = host_.errors;
  recording_.warnings = host_.warnings;
  recording_.versions = host_.VersionWords();
  for (const RecordedHost::Plane& plane : host_.planes) {
    recording_.planes.push_back({TextOf(plane.name),
                                 plane.end_line - plane.first_line,
                                 host_.EventsOf(plane)});
  }
}

void RecordingMaker::AddDevices() {
  for (const RecordedDevice& device : host_.devices) {
    recording_.devices.push_back({KindOf(device), process_.prefix + device.name,
                                  device.lanes, 0, !device.occupied.empty()});
  }
  const bool has_host =
      std::any_of(host_.operations.begin(), host_.operations.end(),
                  [](const auto& of) { return of.device == kNoRow; });
  if (!has_host) return;
  recording_.devices.push_back({Recording::Device::Kind::kHost,
                                process_.prefix + "/device:cpu:0", 1, 0,
                                false});
}

// Beside an accelerator the host is no device, and comes after all.
uint32_t RecordingMaker::DeviceOf(const RecordedHost::Operation& of) const {
  return of.device == kNoRow ? static_cast<uint32_t>(host_.devices.size())
                             : of.device;
}

void RecordingMaker::AddPrograms() {
  for (const RecordedProgram& program : host_.programs) {
    static const auto kNoModule = std::make_shared<const HloModule>();
    recording_.programs.push_back(
        {static_cast<int64_t>(program.id),
         program.hlo == nullptr ? kNoModule : program.hlo});
  }
}

void RecordingMaker::FindSteps() {
  number_of_step_.assign(recorded_.steps.size(), Recording::kNoStep);
  if (series_.is_whole) return;
  for (const auto& [number, row] : series_.steps) {
    const uint32_t step = capture_.steps[row].step_of[index_];
    if (step == kNoRow) continue;
    if (options_.steps != nullptr &&
        !std::binary_search(options_.steps->begin(), options_.steps->end(),
                            number)) {
      continue;
    }
    steps_.push_back({number, step});
    number_of_step_[step] = number;
  }
}

StringId RecordingMaker::TextOf(StringId of_host) {
  if (!of_host.valid()) return recording_.strings.Intern("");
  if (texts_.size() <= of_host.value) texts_.resize(host_.strings.size());
  StringId& text = texts_[of_host.value];
  if (!text.valid()) {
    text = recording_.strings.Intern(host_.strings[of_host]);
  }
  return text;
}

uint32_t RecordingMaker::RowOf(uint32_t node, uint32_t device,
                               bool is_operation, bool is_eager) {
  const uint64_t key =
      (uint64_t{node} << 32 | device) * 2 + (is_operation ? 1 : 0);
  const auto next = static_cast<uint32_t>(recording_.rows.size());
  const auto [found, is_new] = rows_.insert({key, next});
  if (!is_new) return found->second;
  using enum Recording::RowKind;
  const RecordedNode& of = host_.nodes[node];
  Recording::Row row;
  row.kind = is_operation ? (is_eager ? kEager : kOperation)
             : !host_.Text(of.instruction).empty() ? kInstruction
             : host_.IsLoneKernel(of)              ? kLoneKernel
                                                   : kKernel;
  row.device = device;
  row.is_eager = is_eager;
  row.float_ops = of.float_ops;
  row.name = canonical_names_
                 ? recording_.strings.Intern(CanonicalName(host_.Text(of.name)))
                 : TextOf(of.name);
  row.type = TextOf(of.type);
  row.kernel = TextOf(StringId());
  row.module = TextOf(of.program);
  if (of.program_row != kNoRow) {
    row.program = static_cast<int64_t>(host_.programs[of.program_row].id);
    row.program_row = of.program_row;
    row.instruction = of.hlo_row;
  }
  recording_.rows.push_back(row);
  sums_.emplace_back();
  return next;
}

uint32_t RecordingMaker::RowOfWork(uint32_t work) {
  const Executions::Row& row = host_.work[work];
  const uint32_t found = RowOf(row.node, row.device, false, false);
  Recording::Row& of = recording_.rows[found];
  if (recording_.strings[of.kernel].empty()) of.kernel = TextOf(row.name);
  return found;
}

uint32_t RecordingMaker::RowOfOperation(uint32_t operation) {
  const RecordedHost::Operation& of = host_.operations[operation];
  const uint32_t row = RowOf(of.node, DeviceOf(of), true, of.is_eager);
  if (of.is_eager) recording_.rows[row].is_eager = true;
  return row;
}

void RecordingMaker::Count(uint32_t row, int64_t length_ps, int64_t self_ps,
                           int64_t count) {
  Sum& sum = sums_[row];
  if (sum.records == 0) counted_.push_back(row);
  sum.total_ps = WrapAdd(sum.total_ps, length_ps);
  sum.self_ps = WrapAdd(sum.self_ps, self_ps);
  sum.count += count;
  ++sum.records;
}

void RecordingMaker::EndCells(int64_t step, Recording::Step& sums) {
  std::sort(counted_.begin(), counted_.end());
  const auto first = static_cast<uint32_t>(recording_.cells.size());
  for (const uint32_t row : counted_) {
    const Sum sum = std::exchange(sums_[row], Sum());
    recording_.cells.Push(
        {sum.total_ps, sum.self_ps, static_cast<uint32_t>(sum.count), row});
    Recording::Step::Use& use = UseOf(recording_.rows[row].device);
    use.self_ps = WrapAdd(use.self_ps, sum.self_ps);
    use.count += sum.records;
  }
  counted_.clear();
  std::sort(used_.begin(), used_.end());
  for (const uint32_t device : used_) {
    sums.devices.push_back(uses_[device]);
    uses_[device] = {};
    is_in_use_[device] = false;
  }
  used_.clear();
  const auto end = static_cast<uint32_t>(recording_.cells.size());
  if (end > first) recording_.cell_runs.push_back({step, first, end});
}

Recording::Step::Use& RecordingMaker::UseOf(uint32_t device) {
  if (!is_in_use_[device]) {
    is_in_use_[device] = true;
    used_.push_back(device);
    uses_[device].device = device;
  }
  return uses_[device];
}

void RecordingMaker::CountWork(uint32_t work) {
  const Executions::Row& row = host_.work[work];
  Count(RowOfWork(work), row.length_ps(), row.self_ps,
        recorded_.runs_of_work[work]);
}

void RecordingMaker::CountOperation(uint32_t operation) {
  const RecordedHost::Operation& of = host_.operations[operation];
  Count(RowOfOperation(operation), host_.events[of.event].length_ps(),
        of.self_ps, 1);
}

void RecordingMaker::CountStep(uint32_t step) {
  for (const uint32_t work : recorded_.WorkOf(step)) CountWork(work);
  for (const uint32_t operation : recorded_.OperationsOf(step)) {
    CountOperation(operation);
  }
}

// The times that devices are busy in a window; `devices`: those that are.
void RecordingMaker::AddBusy(std::span<const StepDevices::Pair> devices,
                             Recording::Step& step) {
  const int64_t end_ps = WrapAdd(step.begin_ps, step.length_ps);
  for (const auto& [_, device] : devices) {
    UseOf(device).busy_ps =
        host_.devices[device].busy.LengthPsIn(step.begin_ps, end_ps);
  }
  step.busy_ps = busy_.LengthPsIn(step.begin_ps, end_ps);
}

// Each moment counts for the first of: work, input, launches, the host.
void RecordingMaker::AddParts(Recording::Step& step) const {
  const int64_t end_ps = WrapAdd(step.begin_ps, step.length_ps);
  const auto length = [&](const TimeUnion& of) {
    return of.LengthPsIn(step.begin_ps, end_ps);
  };
  const int64_t work = length(busy_);
  const int64_t input = length(busy_or_input_);
  const int64_t launch = length(or_launch_);
  const int64_t host = length(or_host_);
  std::array<int64_t, kStepParts> parts{};
  const auto part = [&](StepPart of) -> int64_t& {
    return parts[static_cast<size_t>(of)];
  };
  part(host_.is_accelerated ? StepPart::kDevice32 : StepPart::kHostCompute) =
      work;
  part(StepPart::kWaitForInput) = input - work;
  part(StepPart::kHostPrepare) = launch - input;
  part(StepPart::kHostCompute) += host - launch;
  part(StepPart::kUnknown) = step.length_ps - host;
  step.parts_ps = parts;
}

// All devices have a row in each step, unless that would be very many rows:
// then in the first step, and in those in which they work. Among several
// processes, which may lack steps, they have all.
void RecordingMaker::AddSteps() {
  constexpr size_t kMostRows = 1'000'000;
  const bool has_all = capture_.processes.size() > 1 ||
                       steps_.size() * recording_.devices.size() <= kMostRows;
  std::vector<TimeSpan> windows;
  for (const NumberedStep& of : steps_) {
    const HostStep& step = recorded_.steps[of.step];
    windows.push_back({step.begin_ps, step.end_ps()});
  }
  const StepDevices busy(std::move(windows), host_.devices);
  for (uint32_t i = 0; i < steps_.size(); ++i) {
    const NumberedStep& of = steps_[i];
    const HostStep& recorded = recorded_.steps[of.step];
    Recording::Step step;
    step.number = of.number;
    step.begin_ps = recorded.begin_ps;
    step.length_ps = recorded.length_ps;
    if (i == 0 || has_all) UseAllDevices();
    AddBusy(busy.Of(i), step);
    AddParts(step);
    CountStep(of.step);
    EndCells(of.number, step);
    recording_.NameStep(of.number, recorded.name);
    recording_.steps.push_back(std::move(step));
  }
}

void RecordingMaker::UseAllDevices() {
  for (uint32_t i = 0; i < recording_.devices.size(); ++i) UseOf(i);
}

void RecordingMaker::AddWhole() {
  Recording::Step& whole = recording_.whole;
  if (series_.is_whole && !recorded_.steps.empty()) {
    whole.begin_ps = recorded_.steps.front().begin_ps;
    whole.length_ps = recorded_.steps.front().length_ps;
  }
  UseAllDevices();
  for (uint32_t i = 0; i < host_.devices.size(); ++i) {
    UseOf(i).busy_ps = host_.devices[i].busy.LengthPs();
  }
  whole.busy_ps = busy_.LengthPsIn(whole.begin_ps,
                                   WrapAdd(whole.begin_ps, whole.length_ps));
  if (!series_.is_whole) {
    EndCells(Recording::kNoStep, whole);
    return;
  }
  for (uint32_t work = 0; work < host_.work.size(); ++work) CountWork(work);
  for (uint32_t i = 0; i < host_.operations.size(); ++i) CountOperation(i);
  EndCells(Recording::kNoStep, whole);
}

void RecordingMaker::FindParts() {
  std::vector<TimeSpan> inputs, launches, others;
  busy_ = BusyOfAny(host_);
  for (uint32_t i = 0; i < host_.events.size(); ++i) {
    const HostEvents::Row& row = host_.events[i];
    const HostEvents::Name& name = host_.events.NameOf(i);
    const TimeSpan span{row.begin_ps, row.end_ps};
    if (name.is_input) inputs.push_back(span);
    if (name.is_operation || name.is_eager) others.push_back(span);
    if (host_.events.StatsOf(i).Is(HostEvents::kCorrelationId)) {
      launches.push_back(span);
    }
  }
  busy_or_input_ = TimeUnion::Of(busy_, TimeUnion(std::move(inputs)));
  or_launch_ = TimeUnion::Of(busy_or_input_, TimeUnion(std::move(launches)));
  or_host_ = TimeUnion::Of(or_launch_, TimeUnion(std::move(others)));
}

Recording RecordingMaker::Make() {
  FindParts();
  AddAbout();
  AddDevices();
  uses_.resize(recording_.devices.size());
  is_in_use_.resize(recording_.devices.size());
  AddPrograms();
  FindSteps();
  AddSteps();
  AddWhole();
  AddCalls();
  AddMemory();
  if (options_.stretches_of) {
    AddSlices();
    AddHandoffs();
  }
  recording_.strings.Freeze();
  return std::move(recording_);
}

std::vector<std::shared_ptr<const Recording>> RecordingsOf(
    const Capture& capture, const NumberedSteps& series,
    const RecordingOptions& options, bool canonical_names,
    std::shared_ptr<const StepSeriesWords> words) {
  std::vector<std::shared_ptr<const Recording>> recordings;
  for (uint32_t i = 0; i < capture.processes.size(); ++i) {
    auto recording = std::make_shared<Recording>(
        RecordingMaker(capture, i, series, options, canonical_names).Make());
    recording->series = words;
    recordings.push_back(std::move(recording));
  }
  return recordings;
}

}  // namespace tfprof
