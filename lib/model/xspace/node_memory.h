// SPDX-License-Identifier: Apache-2.0
// What operations allocated, by what an allocator reported.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/xspace/memory_event.h"

namespace tfprof {

// Of a node in a step.
struct NodeMemory {
  static constexpr int64_t kWholeRecording = -1;

  int64_t step = kWholeRecording;
  std::string node;
  int64_t requested_bytes = 0;  // of its allocations
  int64_t output_bytes = 0;     // allocated for its outputs
  int64_t residual_bytes = 0;   // allocated and not freed within the step
  int64_t peak_bytes = 0;       // the most that it held at a time
};

// By step, then by node; of each node there is one of the whole recording, too.
// `events` are those of an allocator, in order of time, each with its step.
// What nobody is known to have allocated counts for nobody.
std::vector<NodeMemory> SumMemoryByNode(std::span<const MemoryEvent> events);

}  // namespace tfprof
