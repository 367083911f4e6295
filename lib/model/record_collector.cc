// SPDX-License-Identifier: Apache-2.0
#include "model/record_collector.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace tfprof {

uint32_t RecordCollector::AddMemory(uint32_t run, const MemoryRecord& memory) {
  MemoryRecords::Item item{memory.at_us};
  if (memory != MemoryRecord{.at_us = memory.at_us}) {
    item.held = static_cast<int64_t>(held_.size());
    held_.Push(memory);
  }
  memory_.Add(run, item);
  const int64_t before = memory_count_[run];
  memory_count_.Set(run, before + 1);
  return static_cast<uint32_t>(before);
}

template <typename Record>
template <typename Row>
void RecordCollector::ByRun<Record>::Sort(size_t runs) {
  std::vector<Row> next(runs + 1, 0);
  for (size_t row = 0; row < run.size(); ++row) ++next[run[row] + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Row> order(run.size());
  for (size_t row = 0; row < run.size(); ++row) {
    order[next[run[row]]++] = static_cast<Row>(row);
  }
  next = std::vector<Row>();
  ByRun sorted;
  for (const Row row : order) sorted.Add(run[row], records[row]);
  *this = std::move(sorted);
}

// Runs start in order of their first record: if each has one record, all are in
// order.
template <typename Record>
Lists<Record> RecordCollector::ByRun<Record>::GroupByRun(size_t runs) {
  if (!is_in_order) {
    // 32-bit rows take half the memory if they suffice.
    if (run.size() <= UINT32_MAX) {
      Sort<uint32_t>(runs);
    } else {
      Sort<uint64_t>(runs);
    }
  }
  std::vector<uint64_t> ends;
  ends.reserve(runs);
  size_t end = 0;
  for (size_t of = 0; of < runs; ++of) {
    while (end < run.size() && run[end] == of) ++end;
    ends.push_back(end);
  }
  run = {};
  return Lists<Record>(std::move(records), ends);
}

RecordTable RecordCollector::Finish(size_t runs, const StringPool& strings) {
  RecordTable table;
  table.times = times_.GroupByRun(runs);
  table.memory = {memory_.GroupByRun(runs), std::move(held_)};
  table.outputs = outputs_.GroupByRun(runs);
  table.allocations = allocations_.GroupByRun(runs);
  const Lists<DeviceUse> devices = devices_.GroupByRun(runs);
  std::vector<StringId> of_run;
  for (size_t run = 0; run < devices.size(); ++run) {
    of_run.clear();
    for (const DeviceUse& use : devices[run]) of_run.push_back(use.device);
    std::sort(of_run.begin(), of_run.end());
    of_run.erase(std::unique(of_run.begin(), of_run.end()), of_run.end());
    std::sort(of_run.begin(), of_run.end(),
              [&](StringId a, StringId b) { return strings[a] < strings[b]; });
    table.devices.AddRow(of_run);
  }
  return table;
}

}  // namespace tfprof
