// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "base/growing.h"
#include "base/lists.h"

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

  bool operator==(const MemoryRecord&) const = default;
};

// Memory records by row. Many executions held nothing: of those there is only
// the time.
class MemoryRecords {
 public:
  struct Item {
    int64_t at_us = 0;
    uint32_t held = UINT32_MAX;  // a row of the records that say more, if any
  };

  MemoryRecords() = default;

  MemoryRecords(Lists<Item> items, Growing<MemoryRecord> held)
      : items_(std::move(items)), held_(std::move(held)) {}

  size_t size() const { return items_.size(); }

  size_t CountOf(size_t row) const { return items_[row].size(); }

  // Of the i-th of a row.
  MemoryRecord At(size_t row, size_t i) const {
    const Item& item = items_[row][i];
    if (item.held == UINT32_MAX) return {.at_us = item.at_us};
    return held_[item.held];
  }

 private:
  Lists<Item> items_;
  Growing<MemoryRecord> held_;
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
