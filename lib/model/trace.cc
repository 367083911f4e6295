// SPDX-License-Identifier: Apache-2.0
#include "model/trace.h"

#include "model/transfer.h"

namespace tfprof {

namespace {

constexpr int64_t kMicro = 1'000'000;  // in ps

}  // namespace

int64_t Trace::MicrosOf(int64_t ps) {
  return ps / kMicro - (ps % kMicro < 0 ? 1 : 0);
}

void Trace::AddEvent(StringId of_name, int64_t begin_ps, int64_t duration_ps,
                     uint32_t line) {
  const int64_t start_us = MicrosOf(begin_ps);
  name.push_back(of_name);
  start.push_back(start_us);
  duration.push_back(duration_ps / kMicro);
  events.push_back({static_cast<uint32_t>(begin_ps - start_us * kMicro),
                    static_cast<uint32_t>(duration_ps % kMicro), line});
}

void TraceBuilder::BeginStep(int64_t step) {
  traces_.emplace_back();
  traces_.back().strings = strings_;
  traces_.back().step = step;
}

std::optional<Trace> TraceBuilder::TakeStep() {
  if (traces_.empty()) return std::nullopt;
  std::optional<Trace> trace = std::move(traces_.back());
  traces_.pop_back();
  return trace;
}

void TraceBuilder::BeginDevice(std::string_view device) {
  Trace& trace = traces_.back();
  const auto first = static_cast<uint32_t>(trace.size());
  trace.devices.push_back({trace.strings.Intern(device), first, first});
}

void TraceBuilder::AddExec(const ExecRecord& exec) {
  Trace& trace = traces_.back();
  trace.name.push_back(trace.strings.Intern(exec.name));
  trace.label.push_back(trace.strings.Intern(exec.label));
  trace.start.push_back(exec.all_start_us);
  const bool is_left_out = with_receives_ && exec.name == "RecvTensor";
  trace.duration.push_back(is_left_out ? SpanOf(exec) : exec.all_end_rel_us);
  for (const OutputRecord& output : exec.outputs) {
    trace.outputs.Push({trace.strings.Intern(output.allocator),
                        trace.strings.Intern(output.tensor),
                        output.requested_bytes});
  }
  trace.outputs.EndRow();
  ++trace.devices.back().end;
}

}  // namespace tfprof
