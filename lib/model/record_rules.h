// SPDX-License-Identifier: Apache-2.0
// The reference's accounting of one execution: the meaning of a device name, a
// record's name and its numbers. Pure functions; ProfileBuilder decides the
// node of a record.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/dump_sink.h"
#include "model/rules.h"

namespace tfprof {

// The parsed name of a device. Names are compared in lower case.
struct DeviceClass {
  bool is_canonical = false;    // scheduling times: .../cpu:0, .../gpu:0
  bool is_all_streams = false;  // kernel times: .../stream:all
  bool names_gpu = false;
  bool names_cpu = false;
};

DeviceClass ClassifyDevice(const std::string& lower_name);

// tfprof: a record's name is cut at the first ':', which removes suffixes of
// kernels, copies and outputs.
std::string_view BaseName(std::string_view record_name);

// tfprof: records with these names are dropped unless the graph has such a
// node; records with other unknown names become nodes.
bool IsNeverARuntimeNode(std::string_view base_name);

// tfprof: an execution that rounds to 0 us counts as 1 us; negative ones stay.
int64_t DurationOf(const ExecRecord& exec, const Rules& rules);

// tfprof: a record with no start time has neither time nor memory.
inline bool HasStartTime(const ExecRecord& exec) {
  return exec.all_start_us > 0;
}

// tfprof: only allocators with such names count as GPU memory; case-sensitive,
// so "gpu_host_bfc" does not.
inline bool IsGpuAllocator(std::string_view allocator) {
  return allocator.find("GPU") != std::string_view::npos;
}

inline int64_t BytesOf(const OutputRecord& output) {
  return std::max(output.requested_bytes, output.allocated_bytes);
}

// tfprof: temporary bytes count as requested and peak, persistent bytes as
// requested, peak and residual, both as the host's on a device named "cpu"; an
// output counts the larger of its requested and allocated size, even if the
// buffer was only passed on.
MemoryRecord MemoryOfRecord(const ExecRecord& exec, const DeviceClass& device);

// tfprof: the host that drives a device's accelerator: every "gpu:N" becomes
// "cpu:0".
std::string HostDevice(std::string_view canonical_device);

}  // namespace tfprof
