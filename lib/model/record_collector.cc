// SPDX-License-Identifier: Apache-2.0
#include "model/record_collector.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tfprof {

namespace {

constexpr size_t kMostToCopy = size_t{1} << 16;  // records

}  // namespace

uint32_t RecordCollector::AddMemory(uint32_t run, const MemoryRecord& memory) {
  if (memory_count_.size() <= run) memory_count_.resize(run + 1, 0);
  MemoryRecords::Item item{memory.at_us};
  if (memory != MemoryRecord{.at_us = memory.at_us}) {
    item.held = static_cast<uint32_t>(held_.size());
    held_.Push(memory);
  }
  memory_.Add(run, item);
  return memory_count_[run]++;
}

template <typename T>
Lists<T> RecordCollector::Column<T>::GroupByNodeStep(size_t runs) {
  std::vector<uint64_t> next(runs + 1, 0);
  for (const uint32_t of : run) ++next[of + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<uint64_t> ends(next.begin() + 1, next.end());
  // Runs begin in order of their first record: where each has one, all are in
  // order. Others, if many, are moved to their places by swaps: a copy would be
  // the most memory that there ever is. The place of each stands where its run
  // was.
  bool is_in_order = std::is_sorted(run.begin(), run.end());
  if (!is_in_order && item.size() > kMostToCopy && item.size() <= UINT32_MAX) {
    for (uint32_t& of : run) of = static_cast<uint32_t>(next[of]++);
    for (uint32_t i = 0; i < run.size(); ++i) {
      while (run[i] != i) {
        const uint32_t to = run[i];
        std::swap(item[i], item[to]);
        std::swap(run[i], run[to]);
      }
    }
    is_in_order = true;
  }
  if (is_in_order) {
    next = std::vector<uint64_t>();
    run = std::vector<uint32_t>();
    return Lists<T>(std::move(item), ends);
  }
  std::vector<T> sorted(item.size());
  for (size_t i = 0; i < item.size(); ++i) sorted[next[run[i]]++] = item[i];
  *this = {};
  return Lists<T>(std::move(sorted), std::move(ends));
}

RecordTable RecordCollector::Finish(size_t runs, const StringPool& strings) {
  RecordTable table;
  table.times = times_.GroupByNodeStep(runs);
  table.memory = {memory_.GroupByNodeStep(runs), std::move(held_)};
  table.outputs = outputs_.GroupByNodeStep(runs);
  table.allocations = allocations_.GroupByNodeStep(runs);
  const Lists<StringId> devices = devices_.GroupByNodeStep(runs);
  std::vector<StringId> of_run;
  for (size_t run = 0; run < devices.size(); ++run) {
    of_run.assign(devices[run].begin(), devices[run].end());
    std::sort(of_run.begin(), of_run.end());
    of_run.erase(std::unique(of_run.begin(), of_run.end()), of_run.end());
    std::sort(of_run.begin(), of_run.end(),
              [&](StringId a, StringId b) { return strings[a] < strings[b]; });
    table.devices.AddRow(of_run);
  }
  return table;
}

}  // namespace tfprof
