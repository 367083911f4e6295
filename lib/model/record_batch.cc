// SPDX-License-Identifier: Apache-2.0
#include "model/record_batch.h"

#include <cassert>

namespace tfprof {

void RecordBatch::Clear() {
  text_.clear();
  begun_steps_.clear();
  devices_.clear();
  execs_.clear();
  has_nanos_.clear();
  nanos_.clear();
  memory_.Clear();
  allocations_.clear();
  outputs_.Clear();
  has_end_ = false;
}

RecordBatch::Text RecordBatch::Keep(std::string_view text) {
  const Text kept{text_.size(), text.size()};
  text_ += text;
  return kept;
}

void RecordBatch::BeginStep(int64_t step) { begun_steps_.push_back(step); }

void RecordBatch::BeginDevice(std::string_view device) {
  devices_.push_back({Keep(device), execs_.size()});
}

void RecordBatch::AddExec(const ExecRecord& exec) {
  const size_t name = Keep(exec.name).begin;
  const size_t label = Keep(exec.label).begin;
  execs_.push_back({name, label, text_.size(), exec.all_start_us,
                    exec.op_start_rel_us, exec.op_end_rel_us,
                    exec.all_end_rel_us, exec.temp_bytes,
                    exec.persistent_bytes});
  const Nanos nanos{exec.all_start_ns, exec.op_start_rel_ns,
                    exec.op_end_rel_ns, exec.all_end_rel_ns};
  has_nanos_.push_back(nanos != Nanos{});
  if (has_nanos_.back()) nanos_.push_back(nanos);
  for (const AllocatorRecord& use : exec.memory) {
    allocations_.insert(allocations_.end(), use.allocations.begin(),
                        use.allocations.end());
    memory_.Push({Keep(use.allocator), use.total_bytes, use.peak_bytes,
                  use.live_bytes, use.bytes_in_use, allocations_.size()});
  }
  memory_.EndRow();
  for (const OutputRecord& output : exec.outputs) {
    if (!output.has_allocation) continue;
    outputs_.Push({output.requested_bytes, output.allocated_bytes, output.ptr,
                   output.slot});
  }
  outputs_.EndRow();
}

void RecordBatch::EndStep() { has_end_ = true; }

void RecordBatch::Replay(DumpSink& sink) const {
  std::vector<AllocatorRecord> memory;
  std::vector<OutputRecord> outputs;
  size_t allocated = 0;
  size_t device = 0;
  size_t with_nanos = 0;
  for (const int64_t step : begun_steps_) sink.BeginStep(step);
  const auto begin_devices = [&](size_t exec) {
    for (; device < devices_.size() && devices_[device].first_exec == exec;
         ++device) {
      sink.BeginDevice(ViewOf(devices_[device].name));
    }
  };
  for (size_t i = 0; i < execs_.size(); ++i) {
    begin_devices(i);
    memory.clear();
    for (const Allocator& use : memory_[i]) {
      memory.push_back(
          {ViewOf(use.name), use.total_bytes, use.peak_bytes, use.live_bytes,
           use.bytes_in_use,
           std::span(allocations_)
               .subspan(allocated, use.allocations_end - allocated)});
      allocated = use.allocations_end;
    }
    outputs.clear();
    for (const Output& output : outputs_[i]) {
      outputs.push_back({.slot = output.slot,
                         .has_allocation = true,
                         .requested_bytes = output.requested_bytes,
                         .allocated_bytes = output.allocated_bytes,
                         .ptr = output.ptr});
    }
    const Exec& exec = execs_[i];
    const Nanos nanos = has_nanos_[i] ? nanos_[with_nanos++] : Nanos{};
    sink.AddExec({.name = ViewOf({exec.name, exec.label - exec.name}),
                  .all_start_us = exec.all_start_us,
                  .op_start_rel_us = exec.op_start_rel_us,
                  .op_end_rel_us = exec.op_end_rel_us,
                  .all_end_rel_us = exec.all_end_rel_us,
                  .all_start_ns = nanos.all_start,
                  .op_start_rel_ns = nanos.op_start_rel,
                  .op_end_rel_ns = nanos.op_end_rel,
                  .all_end_rel_ns = nanos.all_end_rel,
                  .label = ViewOf({exec.label, exec.end - exec.label}),
                  .memory = memory,
                  .outputs = outputs,
                  .temp_bytes = exec.temp_bytes,
                  .persistent_bytes = exec.persistent_bytes});
  }
  begin_devices(execs_.size());
  if (has_end_) sink.EndStep();
}

// A step file has none of these.
void RecordBatch::AddNode(const NodeDefinition&) { assert(false); }

void RecordBatch::AddString(int64_t, std::string_view) { assert(false); }

StackId RecordBatch::AddStack(std::span<const FrameRecord>) {
  assert(false);
  return {};
}

void RecordBatch::AddOpLogEntry(const OpLogEntry&) { assert(false); }

void RecordBatch::AddCheckpointName(std::string_view) { assert(false); }

void RecordBatch::AddStoredNode(const StoredNode&) { assert(false); }

void RecordBatch::AddStoredStep(int64_t) { assert(false); }

void RecordBatch::SetHasCodeTraces() { assert(false); }

}  // namespace tfprof
