// SPDX-License-Identifier: Apache-2.0
#include "model/record_batch.h"

#include <cassert>

namespace tfprof {

void RecordBatch::BeginStep(int64_t step) { steps_.push_back(step); }

void RecordBatch::BeginDevice(std::string_view device) {
  devices_.push_back({strings_.Intern(device), execs_.size()});
}

void RecordBatch::AddExec(const ExecRecord& exec) {
  execs_.push_back({strings_.Intern(exec.name), exec.all_start_us,
                    exec.op_end_rel_us, exec.temp_bytes,
                    exec.persistent_bytes});
  for (const AllocatorRecord& use : exec.memory) {
    allocations_.insert(allocations_.end(), use.allocations.begin(),
                        use.allocations.end());
    memory_.Push({strings_.Intern(use.allocator), use.total_bytes,
                  use.peak_bytes, use.live_bytes, use.bytes_in_use,
                  allocations_.size()});
  }
  memory_.EndRow();
  for (const OutputRecord& output : exec.outputs) {
    if (!output.has_allocation) continue;
    outputs_.Push({output.requested_bytes, output.allocated_bytes, output.ptr,
                   output.slot});
  }
  outputs_.EndRow();
}

void RecordBatch::EndStep() {}

void RecordBatch::Replay(DumpSink& sink) const {
  std::vector<AllocatorRecord> memory;
  std::vector<OutputRecord> outputs;
  size_t allocated = 0;
  for (const int64_t step : steps_) sink.BeginStep(step);
  for (size_t device = 0; device < devices_.size(); ++device) {
    sink.BeginDevice(strings_[devices_[device].name]);
    const size_t end = device + 1 < devices_.size()
                           ? devices_[device + 1].first_exec
                           : execs_.size();
    for (size_t i = devices_[device].first_exec; i < end; ++i) {
      memory.clear();
      for (const Allocator& use : memory_[i]) {
        memory.push_back(
            {strings_[use.name], use.total_bytes, use.peak_bytes,
             use.live_bytes, use.bytes_in_use,
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
      sink.AddExec({.name = strings_[exec.name],
                    .all_start_us = exec.all_start_us,
                    .op_end_rel_us = exec.op_end_rel_us,
                    .memory = memory,
                    .outputs = outputs,
                    .temp_bytes = exec.temp_bytes,
                    .persistent_bytes = exec.persistent_bytes});
    }
  }
  if (!steps_.empty()) sink.EndStep();
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
