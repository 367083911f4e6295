// SPDX-License-Identifier: Apache-2.0
#include "render/proto/exec_profile.h"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "base/map_entries.h"
#include "render/proto/proto_writer.h"

namespace tfprof {

namespace {

void AppendTimes(const Profile& profile, uint32_t run, uint32_t field,
                 bool on_accelerator, std::string& out) {
  std::map<std::string_view, std::string> of_device;
  for (const ExecTime& time : profile.records.times[run]) {
    if (time.on_accelerator != on_accelerator) continue;
    const int64_t pair[] = {time.start_us, time.duration_us};
    std::string tuple;
    ProtoWriter(tuple).Packed(1, pair);
    ProtoWriter(of_device[profile.strings[time.device]]).Bytes(1, tuple);
  }
  for (const auto& [device, times] : of_device) {
    std::string key;
    ProtoWriter(key).Text(1, device);
    AppendMapEntry(out, field, key, times);
  }
}

// `outputs` are those of the record.
void AppendMemory(const MemoryRecord& record,
                  std::span<const OutputMemory> outputs, std::string& out) {
  std::string message;
  ProtoWriter writer(message);
  uint32_t field = 0;
  for (const int64_t value :
       {record.at_us, record.host_temp_bytes, record.host_persistent_bytes,
        record.accelerator_temp_bytes, record.accelerator_persistent_bytes,
        record.requested_bytes, record.peak_bytes, record.residual_bytes,
        record.output_bytes, record.bytes_in_use}) {
    writer.Int(++field, value);
  }
  // tfprof: of a slot's outputs the last counts; output_bytes sums all.
  for (const OutputMemory& output : MapEntries(outputs, &OutputMemory::slot)) {
    std::string memory;
    ProtoWriter memory_writer(memory);
    memory_writer.Int(1, output.bytes);
    memory_writer.Uint(2, output.ptr);
    AppendMapEntry(message, 11, output.slot, memory);
  }
  ProtoWriter(out).Bytes(7, message);
}

void AppendMemories(const Profile& profile, uint32_t run, std::string& out) {
  const auto row = profile.records.outputs[run];
  const std::vector<OutputMemory> all(row.begin(), row.end());
  std::span<const OutputMemory> outputs = all;
  const MemoryRecords& records = profile.records.memory;
  for (size_t i = 0; i < records.CountOf(run); ++i) {
    const auto end = std::ranges::find_if(
        outputs,
        [i](const OutputMemory& output) { return output.record != i; });
    const auto count = static_cast<size_t>(end - outputs.begin());
    AppendMemory(records.At(run, i), outputs.first(count), out);
    outputs = outputs.subspan(count);
  }
}

}  // namespace

void AppendExecProfile(const Profile& profile, uint32_t run, std::string& out) {
  ProtoWriter writer(out);
  writer.Int(1, profile.node_steps.run_count[run]);
  writer.Int(2, profile.node_steps.all_start_us[run]);
  writer.Int(3, profile.node_steps.latest_end_us[run]);
  AppendTimes(profile, run, 4, true, out);
  AppendTimes(profile, run, 5, false, out);
  for (const StringId device : profile.records.devices[run]) {
    writer.TextItem(6, profile.strings[device]);
  }
  AppendMemories(profile, run, out);
  for (const AllocationRecord& record : profile.records.allocations[run]) {
    std::string allocation;
    ProtoWriter allocation_writer(allocation);
    allocation_writer.Int(1, record.at_us);
    allocation_writer.Int(2, record.bytes);
    writer.Bytes(11, allocation);
  }
}

}  // namespace tfprof
