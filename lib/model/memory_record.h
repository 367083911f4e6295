// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tfprof {

// ExecMemory: what one execution held, as the reference accounts for it.
struct MemoryRecord {
  int64_t at_us = 0;  // when the execution ended
  int64_t host_temp_bytes = 0;
  int64_t host_persistent_bytes = 0;
  int64_t accelerator_temp_bytes = 0;
  int64_t accelerator_persistent_bytes = 0;
  int64_t requested_bytes = 0;
  int64_t peak_bytes = 0;
  int64_t residual_bytes = 0;
  int64_t output_bytes = 0;
  int64_t bytes_in_use = 0;  // the most of any GPU allocator
};

// An output of the execution that a MemoryRecord is about.
struct OutputMemory {
  uint32_t record = 0;  // of the run's memory records
  int32_t slot = 0;
  int64_t bytes = 0;
  uint64_t ptr = 0;
};

// AllocationRecord; a release has negative bytes.
struct AllocationRecord {
  int64_t at_us = 0;
  int64_t bytes = 0;
};

}  // namespace tfprof
