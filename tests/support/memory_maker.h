// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/memory/live_memory.h"
#include "support/step_maker.h"

namespace tfprof {

// A step of executions that take memory. Times are in us after kOrigin.
class MemoryMaker {
 public:
  MemoryMaker() = default;

  explicit MemoryMaker(LoadSpec wanted) : step_(wanted) {}

  struct Output {
    int64_t bytes = 0;
    uint64_t ptr = 0;
    std::string_view allocator = "cpu";
  };

  struct More {
    std::string_view allocator = "cpu";
    int64_t in_use = 0;
    int64_t total = 0;
    int64_t temp = 0;
  };

  static constexpr int64_t kOrigin = StepMaker::kOrigin / 1000;

  // An operation `call` that runs from `start` to `end`, whose records are
  // pairs of time and bytes.
  void Add(std::string_view name, std::string_view call, int64_t start,
           int64_t end, std::vector<AllocationRecord> records,
           std::vector<Output> outputs) {
    Add(name, call, start, end, std::move(records), std::move(outputs), {});
  }

  void Add(std::string_view name, std::string_view call, int64_t start,
           int64_t end, std::vector<AllocationRecord> records,
           std::vector<Output> outputs, const More& more) {
    for (AllocationRecord& record : records) record.at_us += kOrigin;
    const AllocatorRecord use{.allocator = more.allocator,
                              .total_bytes = more.total,
                              .bytes_in_use = more.in_use,
                              .allocations = records};
    std::vector<OutputRecord> made;
    for (const Output& output : outputs) {
      made.push_back({.slot = static_cast<int32_t>(made.size()),
                      .has_allocation = true,
                      .requested_bytes = output.bytes,
                      .ptr = output.ptr,
                      .allocator = output.allocator});
    }
    const std::string label = std::string(name) + " = " + std::string(call);
    const bool has_use = !records.empty() || more.in_use > 0 || more.total > 0;
    step_.AddExec({.name = name,
                   .all_start_us = kOrigin + start,
                   .op_end_rel_us = end - start,
                   .all_end_rel_us = end - start,
                   .label = label,
                   .memory = has_use ? std::span(&use, 1)
                                     : std::span<const AllocatorRecord>(),
                   .outputs = made,
                   .temp_bytes = more.temp});
  }

  StepRecords Finish() { return step_.Finish(); }

 private:
  StepMaker step_{{.memory = true}};
};

// "name bytes kind" of each row.
inline std::vector<std::string> RowsOf(const StepRecords& records,
                                       const AllocatorMemory& memory) {
  std::vector<std::string> rows;
  for (const AliveRow& row : memory.alive) {
    rows.push_back(fmt::format("{} {} {}",
                               records.strings[records.node[row.record]],
                               row.bytes, WordsOf(row.kind)));
    for (const StringId name : row.also) {
      rows.back() += fmt::format(" +{}", records.strings[name]);
    }
  }
  return rows;
}

inline std::vector<AllocatorMemory> Look(const StepRecords& records,
                                         const VariableBytes& variables = {}) {
  return LiveMemory(records, variables).value();
}

using Rows = std::vector<std::string>;

}  // namespace tfprof
