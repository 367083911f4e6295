// SPDX-License-Identifier: Apache-2.0
#include "model/record_rules.h"

#include <algorithm>

#include "base/numbers.h"
#include "base/regex_set.h"

namespace tfprof {

DeviceClass ClassifyDevice(const std::string& lower_name) {
  static const RegexSet kCanonical =
      *RegexSet::Compile({R"(.*/(device:gpu|gpu|device:cpu|cpu):\d+)"});
  const auto contains = [&](const char* part) {
    return lower_name.find(part) != std::string::npos;
  };
  return {.is_canonical = kCanonical.Matches(lower_name),
          .is_all_streams = contains("stream:all"),
          .names_gpu = contains("gpu"),
          .names_cpu = contains("cpu")};
}

std::string_view BaseName(std::string_view record_name) {
  return record_name.substr(0, record_name.find(':'));
}

bool IsNeverARuntimeNode(std::string_view base_name) {
  return base_name == "RecvTensor" || base_name == "_SOURCE" ||
         base_name.find("MEMCPY") != std::string_view::npos;
}

int64_t DurationOf(const ExecRecord& exec, const Rules& rules) {
  if (exec.op_end_rel_us == 0 && !rules.zero_duration) return 1;
  return exec.op_end_rel_us;
}

MemoryRecord MemoryOfRecord(const ExecRecord& exec, const DeviceClass& device) {
  MemoryRecord memory;
  memory.at_us = WrapAdd(exec.all_start_us, exec.op_end_rel_us);
  for (const AllocatorRecord& use : exec.memory) {
    memory.requested_bytes = WrapAdd(memory.requested_bytes, use.total_bytes);
    memory.peak_bytes = WrapAdd(memory.peak_bytes, use.peak_bytes);
    memory.residual_bytes = WrapAdd(memory.residual_bytes, use.live_bytes);
    if (IsGpuAllocator(use.allocator)) {
      memory.bytes_in_use = std::max(memory.bytes_in_use, use.bytes_in_use);
    }
  }
  for (const OutputRecord& output : exec.outputs) {
    if (!output.has_allocation) continue;
    memory.output_bytes = WrapAdd(memory.output_bytes, BytesOf(output));
  }
  const int64_t held = WrapAdd(exec.persistent_bytes, exec.temp_bytes);
  memory.requested_bytes = WrapAdd(memory.requested_bytes, held);
  memory.peak_bytes = WrapAdd(memory.peak_bytes, held);
  memory.residual_bytes = WrapAdd(memory.residual_bytes, exec.persistent_bytes);
  (device.names_cpu ? memory.host_temp_bytes : memory.accelerator_temp_bytes) =
      exec.temp_bytes;
  (device.names_cpu ? memory.host_persistent_bytes
                    : memory.accelerator_persistent_bytes) =
      exec.persistent_bytes;
  return memory;
}

std::string HostDevice(std::string_view canonical_device) {
  constexpr std::string_view kGpu = "gpu:";
  std::string host;
  for (size_t at = 0; at < canonical_device.size();) {
    size_t end = at + kGpu.size();
    const auto is_digit = [&](size_t i) {
      return i < canonical_device.size() && canonical_device[i] >= '0' &&
             canonical_device[i] <= '9';
    };
    if (canonical_device.substr(at, kGpu.size()) != kGpu || !is_digit(end)) {
      host += canonical_device[at++];
      continue;
    }
    while (is_digit(end)) ++end;
    host += "cpu:0";
    at = end;
  }
  return host;
}

}  // namespace tfprof
