// SPDX-License-Identifier: Apache-2.0
#include "view/timeline/traced_steps.h"

#include <utility>

namespace tfprof {

namespace {

// Steps with more records are kept unpacked, since unpacking would cost more
// than their lists.
constexpr size_t kMostPacked = 1'000;

StringId TakeId(Varints::Reader& from) {
  return StringId(static_cast<uint32_t>(from.Take()));
}

uint64_t Bits(int64_t value) { return static_cast<uint64_t>(value); }

// The part of a trace that depends on its records alone.
void PackRecords(const Trace& trace, Varints& to) {
  uint64_t start = 0;
  for (size_t i = 0; i < trace.size(); ++i) {
    to.Push(trace.name[i].value);
    to.Push(trace.label[i].value);
    to.PushStep(start, Bits(trace.start[i]));
    start = Bits(trace.start[i]);
    to.PushStep(0, Bits(trace.duration[i]));
    to.Push(trace.outputs[i].size());
    for (const Trace::Output& output : trace.outputs[i]) {
      to.Push(output.allocator.value);
      to.Push(output.tensor.value);
      to.PushStep(0, Bits(output.requested_bytes));
    }
  }
}

void TakeRecords(size_t count, Varints::Reader& from, Trace& trace) {
  uint64_t start = 0;
  for (size_t i = 0; i < count; ++i) {
    trace.name.push_back(TakeId(from));
    trace.label.push_back(TakeId(from));
    start = from.TakeStep(start);
    trace.start.push_back(static_cast<int64_t>(start));
    trace.duration.push_back(static_cast<int64_t>(from.TakeStep(0)));
    for (uint64_t left = from.Take(); left > 0; --left) {
      Trace::Output output;
      output.allocator = TakeId(from);
      output.tensor = TakeId(from);
      output.requested_bytes = static_cast<int64_t>(from.TakeStep(0));
      trace.outputs.Push(output);
    }
    trace.outputs.EndRow();
  }
}

}  // namespace

bool TracedSteps::CanPack(const TracedStep& step) const {
  const Trace& trace = step.trace;
  return trace.size() <= kMostPacked && !trace.is_recording &&
         trace.curves.empty() && step.chains.empty() && step.prefix.empty() &&
         step.first_pid == 0 && step.options == TraceTimelineOptions() &&
         (!strings_ || *strings_ == trace.strings);
}

void TracedSteps::Pack(const TracedStep& step) {
  const Trace& trace = step.trace;
  strings_ = trace.strings;
  packed_.Push(trace.devices.size());
  for (const Trace::Device& device : trace.devices) {
    packed_.Push(device.name.value);
    packed_.Push(device.end - device.first);
  }
  PackRecords(trace, packed_);
  packed_.Push(step.on_path.size());
  for (const uint32_t record : step.on_path) packed_.Push(record);
}

void TracedSteps::Add(TracedStep step) {
  Row row{step.trace.step, static_cast<uint32_t>(step.trace.size()),
          CanPack(step), kept_.size()};
  if (row.is_packed) {
    row.at = packed_.bytes();
    Pack(step);
  } else {
    kept_.push_back(std::move(step));
  }
  rows_.push_back(row);
}

const TracedStep& TracedSteps::At(size_t row, TracedStep& made) const {
  const Row& of_row = rows_[row];
  if (!of_row.is_packed) return kept_[of_row.at];
  made = TracedStep();
  Trace& trace = made.trace;
  trace.strings = *strings_;
  trace.step = of_row.number;
  Varints::Reader from(packed_, of_row.at);
  uint32_t first = 0;
  for (uint64_t left = from.Take(); left > 0; --left) {
    const StringId name = TakeId(from);
    const uint32_t end = first + static_cast<uint32_t>(from.Take());
    trace.devices.push_back({name, first, end});
    first = end;
  }
  TakeRecords(of_row.records, from, trace);
  for (uint64_t left = from.Take(); left > 0; --left) {
    made.on_path.push_back(static_cast<uint32_t>(from.Take()));
  }
  return made;
}

void TracedSteps::Freeze() {
  if (strings_) strings_->Freeze();
  for (TracedStep& step : kept_) step.trace.strings.Freeze();
}

}  // namespace tfprof
