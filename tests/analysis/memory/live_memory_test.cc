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
  CHECK_FALSE(memory[0].peak_bytes);
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

TEST_CASE("peaks alone are those of all that was alive") {
  const auto check = [](const StepRecords& records) {
    const auto whole = Look(records, {{"b", 1000}});
    const auto peaks = MemoryPeaks(records).value();
    REQUIRE(peaks.size() == whole.size());
    REQUIRE(!peaks.empty());
    for (size_t i = 0; i < peaks.size(); ++i) {
      CHECK(peaks[i].host == whole[i].host);
      CHECK(peaks[i].allocator == whole[i].allocator);
      CHECK(peaks[i].method == whole[i].method);
      CHECK(peaks[i].step_peak_bytes == whole[i].step_peak_bytes);
      CHECK(peaks[i].base_bytes == whole[i].base_bytes);
      CHECK(peaks[i].peak_bytes == whole[i].peak_bytes);
      CHECK(peaks[i].peak_us == whole[i].peak_us);
      CHECK(peaks[i].alive.empty());
    }
    return peaks[0];
  };
  MemoryMaker listed;
  listed.Add("a", "Op()", 0, 10, {{2, 100}, {15, -100}}, {{100, 1}},
             {.in_use = 600});
  listed.Add("b", "Op(a)", 12, 20, {{13, 50}}, {{50, 2}}, {.in_use = 550});
  listed.Add("c", "Op(b)", 22, 30, {}, {{50, 2}, {8, 9, "gpu"}},
             {.in_use = 550});
  const AllocatorMemory peak = check(listed.Finish());
  CHECK(peak.step_peak_bytes == 150);
  CHECK(peak.peak_bytes == 650);
  MemoryMaker estimated;
  estimated.Add("a", "Op()", 0, 10, {}, {{100, 1}}, {.total = 100});
  estimated.Add("b", "Op(a)", 12, 20, {}, {{50, 2}}, {.total = 50});
  CHECK(check(estimated.Finish()).method == MemoryMethod::kEstimate);
}

TEST_CASE("a step without memory has no allocators") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {}, {});
  const StepRecords records = maker.Finish();
  CHECK(Look(records).empty());
}

}  // namespace tfprof
