// SPDX-License-Identifier: Apache-2.0
// How the reference accounts for one recorded execution: what a device name,
// a record's name and its numbers mean. Pure functions; ProfileBuilder decides
// which node a record belongs to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/dump_sink.h"
#include "model/rules.h"

namespace tfprof {

// What the name of a device says. Names are compared in lower case.
struct DeviceKind {
  bool is_canonical = false;    // times of scheduling: .../cpu:0, .../gpu:0
  bool is_all_streams = false;  // times of kernels: .../stream:all
  bool names_gpu = false;
  bool names_cpu = false;
};

DeviceKind ClassifyDevice(const std::string& lower_name);

// tfprof: a record's name is cut at the first ':', which takes the suffixes of
// kernels, copies and outputs off.
std::string_view BaseName(std::string_view record_name);

// tfprof: records of these names are dropped unless the graph has such a node;
// records of other unknown names become nodes.
bool IsNeverARuntimeNode(std::string_view base_name);

// tfprof: an execution that rounds to 0 us counts as 1 us; negative ones stay.
int64_t DurationOf(const ExecRecord& exec, const Rules& rules);

// tfprof: a record with no start time has neither time nor memory.
inline bool HasStartTime(const ExecRecord& exec) {
  return exec.all_start_us > 0;
}

// tfprof: only allocators of such names say what a GPU holds; case-sensitive,
// so that "gpu_host_bfc" is not one.
inline bool IsGpuAllocator(std::string_view allocator) {
  return allocator.find("GPU") != std::string_view::npos;
}

inline int64_t BytesOf(const OutputRecord& output) {
  return std::max(output.requested_bytes, output.allocated_bytes);
}

// tfprof: temporary bytes count as requested and peak, persistent bytes as
// requested, peak and residual, both as of the host on a device named "cpu"; an
// output counts with the larger of what was asked for and what was given, also
// when the buffer was only passed on.
MemoryRecord MemoryOfRecord(const ExecRecord& exec, const DeviceKind& device);

// tfprof: where the accelerator of a device is driven from: "gpu:N" becomes
// "cpu:0" wherever it stands.
std::string HostDevice(std::string_view canonical_device);

}  // namespace tfprof
