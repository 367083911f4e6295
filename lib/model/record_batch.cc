// SPDX-License-Identifier: Apache-2.0
#include "model/record_batch.h"

#include <cassert>

namespace tfprof {

namespace {

// The number of executions between a prefetch hint and its use.
constexpr size_t kAhead = 4;

}  // namespace

void RecordBatch::Clear() {
  text_.clear();
  begun_steps_.clear();
  devices_.clear();
  execs_.clear();
  has_more_.clear();
  more_.clear();
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
  Keep(exec.label);
  execs_.push_back({name, static_cast<uint32_t>(exec.name.size()),
                    static_cast<uint32_t>(exec.label.size()), exec.all_start_us,
                    exec.op_start_rel_us, exec.op_end_rel_us,
                    exec.all_end_rel_us});
  const More more{exec.all_start_ns,  exec.op_start_rel_ns,
                  exec.op_end_rel_ns, exec.all_end_rel_ns,
                  exec.temp_bytes,    exec.persistent_bytes};
  has_more_.push_back(more != More{});
  if (has_more_.back()) more_.push_back(more);
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
  size_t with_more = 0;
  for (const int64_t step : begun_steps_) sink.BeginStep(step);
  const auto begin_devices = [&](size_t exec) {
    for (; device < devices_.size() && devices_[device].first_exec == exec;
         ++device) {
      sink.BeginDevice(ViewOf(devices_[device].name));
    }
  };
  for (size_t i = 0; i < execs_.size(); ++i) {
    if (i + kAhead < execs_.size()) sink.ExpectExec(NameOf(execs_[i + kAhead]));
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
    const More more = has_more_[i] ? more_[with_more++] : More{};
    sink.AddExec(
        {.name = NameOf(exec),
         .all_start_us = exec.all_start_us,
         .op_start_rel_us = exec.op_start_rel_us,
         .op_end_rel_us = exec.op_end_rel_us,
         .all_end_rel_us = exec.all_end_rel_us,
         .all_start_ns = more.all_start_ns,
         .op_start_rel_ns = more.op_start_rel_ns,
         .op_end_rel_ns = more.op_end_rel_ns,
         .all_end_rel_ns = more.all_end_rel_ns,
         .label = ViewOf({exec.name + exec.name_size, exec.label_size}),
         .memory = memory,
         .outputs = outputs,
         .temp_bytes = more.temp_bytes,
         .persistent_bytes = more.persistent_bytes});
  }
  begin_devices(execs_.size());
  if (has_end_) sink.EndStep();
}

// A step file has no nodes.
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
