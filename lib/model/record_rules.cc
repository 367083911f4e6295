// SPDX-License-Identifier: Apache-2.0
#include "model/record_rules.h"

#include <algorithm>

#include "base/numbers.h"
#include "base/regex_set.h"

namespace tfprof {

DeviceKind ClassifyDevice(const std::string& lower_name) {
  static const RegexSet kCanonical =
      *RegexSet::Compile({R"(.*/(device:gpu|gpu|device:cpu|cpu):\d+)"});
  const auto contains = [&](const char* part) {
    return lower_name.find(part) != std::string::npos;
  };
  return {.is_canonical = kCanonical.Matches(lower_name),
          .is_all_streams = contains("stream:all"),
          .names_gpu = contains("gpu")};
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

MemoryOf MemoryOfRecord(const ExecRecord& exec) {
  MemoryOf memory;
  for (const AllocatorRecord& use : exec.memory) {
    memory.requested_bytes = WrapAdd(memory.requested_bytes, use.total_bytes);
    memory.peak_bytes = WrapAdd(memory.peak_bytes, use.peak_bytes);
    memory.residual_bytes = WrapAdd(memory.residual_bytes, use.live_bytes);
    // tfprof: case-sensitive, so that "gpu_host_bfc" is not one.
    if (use.allocator.find("GPU") != std::string_view::npos) {
      ++memory.gpu_allocators;
    }
  }
  for (const OutputRecord& output : exec.outputs) {
    memory.output_bytes =
        WrapAdd(memory.output_bytes,
                std::max(output.requested_bytes, output.allocated_bytes));
  }
  const int64_t held = WrapAdd(exec.persistent_bytes, exec.temp_bytes);
  memory.requested_bytes = WrapAdd(memory.requested_bytes, held);
  memory.peak_bytes = WrapAdd(memory.peak_bytes, held);
  memory.residual_bytes = WrapAdd(memory.residual_bytes, exec.persistent_bytes);
  return memory;
}

}  // namespace tfprof
