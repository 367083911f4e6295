// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/live_memory.h"

#include "support/catch.h"
#include "support/memory_maker.h"

namespace tfprof {

TEST_CASE("the peak is over time, not over nodes") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{2, 100}, {15, -100}}, {{100, 1}});
  maker.Add("b", "Op(a)", 12, 20, {{13, 50}, {40, -50}}, {{50, 2}});
  maker.Add("c", "Op(b)", 22, 30, {{23, 80}, {24, 10}, {29, -10}}, {{80, 3}});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  REQUIRE(memory.size() == 1);
  CHECK(memory[0].method == MemoryMethod::kAllocations);
  CHECK(memory[0].step_peak_bytes == 150);
  CHECK(*memory[0].peak_us == MemoryMaker::kOrigin + 13);
  CHECK(RowsOf(records, memory[0]) == Rows{"a 100 output", "b 50 output"});
  CHECK(memory[0].allocations == 4);
  CHECK(memory[0].not_freed == 1);
  CHECK_FALSE(memory[0].PeakBytes());
}

TEST_CASE("allocators have accounts of their own") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{2, 100}}, {{100, 7, "gpu"}},
            {.allocator = "gpu"});
  maker.Add("b", "Op(a)", 20, 30, {{22, 50}}, {{50, 7}});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  REQUIRE(memory.size() == 2);
  CHECK(records.strings[memory[0].allocator] == "cpu");
  CHECK(memory[0].step_peak_bytes == 50);
  CHECK(memory[1].step_peak_bytes == 100);
}

TEST_CASE("a step without memory has no allocators") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {}, {});
  const StepRecords records = maker.Finish();
  CHECK(Look(records).empty());
}

}  // namespace tfprof
