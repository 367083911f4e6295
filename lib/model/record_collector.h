// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/compact_column.h"
#include "base/compact_lists.h"
#include "base/number_column.h"
#include "base/string_pool.h"
#include "model/profile.h"

namespace tfprof {

// Collects records in any order, each with its run, and sorts them by run.
class RecordCollector {
 public:
  void AddTime(uint32_t run, const ExecTime& time) { times_.Add(run, time); }

  // Returns the index of the record among those of its run.
  uint32_t AddMemory(uint32_t run, const MemoryRecord& memory);

  void AddOutput(uint32_t run, const OutputMemory& output) {
    outputs_.Add(run, output);
  }

  void AddAllocation(uint32_t run, const AllocationRecord& allocation) {
    allocations_.Add(run, allocation);
  }

  // Each device of a run counts once.
  void AddDevice(uint32_t run, StringId device) {
    if (run == devices_.last_run && device == last_device_) return;
    last_device_ = device;
    devices_.Add(run, {device});
  }

  // The collector must not be used afterwards.
  RecordTable Finish(size_t runs, const StringPool& strings);

 private:
  struct DeviceUse {
    StringId device;

    static constexpr size_t kNumbers = 1;

    std::array<int64_t, kNumbers> Numbers() const { return {device.value}; }

    static DeviceUse Of(const std::array<int64_t, kNumbers>& numbers) {
      return {StringId(static_cast<size_t>(numbers[0]))};
    }
  };

  template <typename Record>
  struct Column {
    CompactColumn<uint32_t> run;
    CompactRecords<Record> records;
    uint32_t last_run = 0;
    bool is_in_order = true;  // by run

    void Add(uint32_t of, const Record& record) {
      is_in_order &= last_run <= of;
      last_run = of;
      run.push_back(of);
      records.push_back(record);
    }

    // The column must not be used afterwards.
    CompactLists<Record> GroupByRun(size_t runs);

    template <typename Row>
    void Sort(size_t runs);
  };

  Column<ExecTime> times_;
  Column<MemoryRecords::Item> memory_;
  ChunkedVector<MemoryRecord> held_;  // records with more than a time
  Column<OutputMemory> outputs_;
  Column<AllocationRecord> allocations_;
  Column<DeviceUse> devices_;
  StringId last_device_;
  NumberColumn memory_count_;  // by run
};

}  // namespace tfprof
