// SPDX-License-Identifier: Apache-2.0
// What an allocator held over a recording.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/chunked_vector.h"
#include "model/xspace/memory_event.h"
#include "model/xspace/node_memory.h"

namespace tfprof {

struct Allocator {
  struct Sample {
    int64_t at_ps = 0;
    int64_t used_bytes = 0;
  };

  // Equal tensors that were alive at the peak, or the rest of the peak.
  struct Alive {
    bool is_tensor = true;
    std::string node;
    std::string region;
    std::string shape;
    int64_t dtype = 0;
    int64_t bytes = 0;
    int64_t requested_bytes = 0;
    int64_t count = 0;
  };

  std::string name;
  int64_t peak_bytes = 0;
  int64_t peak_ps = 0;
  // Of the moment of the peak, as the allocator reported them.
  int64_t stack_bytes = 0;
  int64_t heap_bytes = 0;
  int64_t free_bytes = 0;
  double fragmentation = 0;    // share of 1
  int64_t capacity_bytes = 0;  // stack, heap and free
  int64_t lifetime_peak_bytes = 0;
  int64_t peak_step = 0;
  int64_t events = 0;
  std::vector<Sample> timeline;  // at most 1000: the largest of as many boxes
  std::vector<Alive> alive;      // most bytes first
  std::vector<NodeMemory> by_node;
};

// Memory events of a line, in the order of the file.
struct LineMemory {
  ChunkedVector<MemoryEvent> events;
  SharedTexts texts;

  // Puts those of the next line behind these.
  void Append(LineMemory line);
};

// By name.
std::vector<Allocator> SummarizeAllocators(LineMemory memory);

}  // namespace tfprof
