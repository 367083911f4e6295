// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/string_pool.h"
#include "model/profile.h"

namespace tfprof {

// Takes records as they come, each with the run it belongs to, and sorts them
// by run.
class RecordCollector {
 public:
  void AddTime(uint32_t run, const ExecTime& time) { times_.Add(run, time); }

  // Returns the row of the record among those of its run.
  uint32_t AddMemory(uint32_t run, const MemoryRecord& memory);

  void AddOutput(uint32_t run, const OutputMemory& output) {
    outputs_.Add(run, output);
  }

  void AddAllocation(uint32_t run, const AllocationRecord& allocation) {
    allocations_.Add(run, allocation);
  }

  // Of a run's devices each counts once.
  void AddDevice(uint32_t run, StringId device) {
    if (devices_.IsLast(run, device)) return;
    devices_.Add(run, device);
  }

  // The collector is used up.
  RecordTable Finish(size_t runs, const StringPool& strings);

 private:
  template <typename T>
  struct Column {
    std::vector<uint32_t> run;
    std::vector<T> item;

    void Add(uint32_t of, const T& what) {
      run.push_back(of);
      item.push_back(what);
    }

    bool IsLast(uint32_t of, const T& what) const {
      return !run.empty() && run.back() == of && item.back() == what;
    }

    Lists<T> GroupByNodeStep(size_t runs);
  };

  Column<ExecTime> times_;
  Column<MemoryRecords::Item> memory_;
  Growing<MemoryRecord> held_;  // of those that say more than a time
  Column<OutputMemory> outputs_;
  Column<AllocationRecord> allocations_;
  Column<StringId> devices_;
  std::vector<uint32_t> memory_count_;  // by run
};

}  // namespace tfprof
