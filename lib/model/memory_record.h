// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "base/chunked_vector.h"
#include "base/lists.h"

namespace tfprof {

// ExecMemory: the memory of one execution in the reference's accounting.
struct MemoryRecord {
  int64_t at_us = 0;  // end of the execution
  int64_t host_temp_bytes = 0;
  int64_t host_persistent_bytes = 0;
  int64_t accelerator_temp_bytes = 0;
  int64_t accelerator_persistent_bytes = 0;
  int64_t requested_bytes = 0;
  int64_t peak_bytes = 0;
  int64_t residual_bytes = 0;
  int64_t output_bytes = 0;
  int64_t bytes_in_use = 0;  // maximum over GPU allocators

  bool operator==(const MemoryRecord&) const = default;
};

// Memory records by row. Executions without memory, which are many, store only
// the time.
class MemoryRecords {
 public:
  struct Item {
    int64_t at_us = 0;
    int64_t held = -1;  // row of the full records, if any
  };

  MemoryRecords() = default;

  MemoryRecords(Lists<Item> items, ChunkedVector<MemoryRecord> held)
      : items_(std::move(items)), held_(std::move(held)) {}

  size_t size() const { return items_.size(); }

  size_t CountOf(size_t row) const { return items_[row].size(); }

  // The i-th record of a row.
  MemoryRecord At(size_t row, size_t i) const {
    const Item item = items_[row][i];
    if (item.held < 0) return {.at_us = item.at_us};
    return held_[static_cast<size_t>(item.held)];
  }

 private:
  Lists<Item> items_;
  ChunkedVector<MemoryRecord> held_;
};

// An output of the execution of a MemoryRecord.
struct OutputMemory {
  uint32_t record = 0;  // one of the run's memory records
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
