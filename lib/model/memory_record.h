// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "base/chunked_vector.h"
#include "base/compact_lists.h"

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

    static constexpr size_t kNumbers = 2;

    std::array<int64_t, kNumbers> Numbers() const { return {at_us, held}; }

    static Item Of(const std::array<int64_t, kNumbers>& numbers) {
      return {numbers[0], numbers[1]};
    }
  };

  MemoryRecords() = default;

  MemoryRecords(CompactLists<Item> items, ChunkedVector<MemoryRecord> held)
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
  CompactLists<Item> items_;
  ChunkedVector<MemoryRecord> held_;
};

// An output of the execution of a MemoryRecord.
struct OutputMemory {
  uint32_t record = 0;  // one of the run's memory records
  int32_t slot = 0;
  int64_t bytes = 0;
  uint64_t ptr = 0;

  static constexpr size_t kNumbers = 4;

  std::array<int64_t, kNumbers> Numbers() const {
    return {record, slot, bytes, static_cast<int64_t>(ptr)};
  }

  static OutputMemory Of(const std::array<int64_t, kNumbers>& numbers) {
    return {static_cast<uint32_t>(numbers[0]), static_cast<int32_t>(numbers[1]),
            numbers[2], static_cast<uint64_t>(numbers[3])};
  }
};

// AllocationRecord; a release has negative bytes.
struct AllocationRecord {
  int64_t at_us = 0;
  int64_t bytes = 0;

  static constexpr size_t kNumbers = 2;

  std::array<int64_t, kNumbers> Numbers() const { return {at_us, bytes}; }

  static AllocationRecord Of(const std::array<int64_t, kNumbers>& numbers) {
    return {numbers[0], numbers[1]};
  }
};

}  // namespace tfprof
