// SPDX-License-Identifier: Apache-2.0
#include "model/trace.h"

#include "model/transfer.h"

namespace tfprof {

void TraceBuilder::BeginStep(int64_t step) {
  traces_.emplace_back();
  traces_.back().step = step;
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
