// SPDX-License-Identifier: Apache-2.0
#include "model/record_collector.h"

#include <cstdint>

#include "support/catch.h"

namespace tfprof {

namespace {

// Records of three runs in turn, each with its number.
bool GroupsInOrder(int64_t records) {
  constexpr uint32_t kRuns = 3;
  RecordCollector collector;
  for (int64_t i = 0; i < records; ++i) {
    collector.AddAllocation(static_cast<uint32_t>(i % kRuns), {.at_us = i});
  }
  const RecordTable table = collector.Finish(kRuns, StringPool());
  for (uint32_t run = 0; run < kRuns; ++run) {
    int64_t expected = run;
    for (const AllocationRecord& record : table.allocations[run]) {
      if (record.at_us != expected) return false;
      expected += kRuns;
    }
    if (expected < records) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("records of runs that took turns are by run, in their order") {
  CHECK(GroupsInOrder(10));
  CHECK(GroupsInOrder(100'000));
}

}  // namespace tfprof
