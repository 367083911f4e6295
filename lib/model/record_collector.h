// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/column.h"
#include "base/lists.h"
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
  };

  template <typename Record>
  struct ByRun {
    Column<uint32_t> run;
    std::vector<Record> records;
    uint32_t last_run = 0;
    bool is_in_order = true;  // by run

    void Add(uint32_t of, const Record& record) {
      is_in_order &= last_run <= of;
      last_run = of;
      run.push_back(of);
      records.push_back(record);
    }

    // The column must not be used afterwards.
    Lists<Record> GroupByRun(size_t runs);

    template <typename Row>
    void Sort(size_t runs);
  };

  ByRun<ExecTime> times_;
  ByRun<MemoryRecords::Item> memory_;
  ChunkedVector<MemoryRecord> held_;  // records with more than a time
  ByRun<OutputMemory> outputs_;
  ByRun<AllocationRecord> allocations_;
  ByRun<DeviceUse> devices_;
  StringId last_device_;
  Column<int64_t> memory_count_;  // by run
};

}  // namespace tfprof
