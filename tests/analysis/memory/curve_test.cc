// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/curve.h"

#include <optional>
#include <vector>

#include "support/catch.h"
#include "support/memory_maker.h"

namespace tfprof {

TEST_CASE("the order within a microsecond makes a band") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{2, 100}, {20, -100}}, {{100, 1}});
  maker.Add("b", "Op()", 15, 30, {{20, 70}}, {{70, 2}});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK(memory[0].step_peak_bytes == 100);
  CHECK(memory[0].step_peak_at_most_bytes == 170);
  CHECK(NotesOn(memory[0])[1] ==
        "peak between 100B and 170B: the order within a microsecond is not "
        "recorded");
}

TEST_CASE("bytes in use tell what was held before the step") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{2, 100}}, {{100, 1}}, {.in_use = 1100});
  maker.Add("b", "Op()", 20, 30, {{21, 50}}, {{50, 2}}, {.in_use = 1150});
  maker.Add("v", "VariableV2()", 40, 50, {}, {{300, 9}});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK(*memory[0].base_bytes == 1000);
  CHECK(*memory[0].peak_bytes == 1150);
  CHECK(*memory[0].UnattributedBytes() == 700);
  CHECK(memory[0].base_agree == 2);
}

TEST_CASE("a tensor in no record begins a stretch with another base") {
  // At 10 us 100 are allocated, at 20 us 50, at 40 us 200; at 30 us the 100 are
  // released. Between the reports of 350 and 500 a tensor of 50 bytes came.
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{10, 100}, {30, -100}}, {{100, 1}},
            {.in_use = 300});
  maker.Add("b", "Op()", 11, 20, {{20, 50}}, {{50, 2}}, {.in_use = 350});
  maker.Add("c", "Op()", 31, 40, {{40, 200}}, {{200, 3}}, {.in_use = 500});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK(memory[0].base_bytes == 200);
  CHECK(memory[0].base_changes == 1);
  CHECK(memory[0].base_agree == 2);
  CHECK(memory[0].peak_us == MemoryMaker::kOrigin + 40);
  CHECK(memory[0].base_at_peak_bytes == 200);
  CHECK(memory[0].peak_bytes == 450);
  CHECK(memory[0].peak_at_most_bytes == 500);
  CHECK(NotesOn(memory[0])[0] ==
        "base 200B, 200B at the peak: 1 change by tensors in no record");
  CHECK(
      NotesOn(memory[0])[1] ==
      "peak of everything between 450B and 500B: its reports do not tell when "
      "tensors in no record came and went");
  // What a trace and a database draw reaches the peak.
  std::vector<int64_t> whole;
  for (const AllocatorMemory::Level& level : memory[0].curve) {
    whole.push_back(level.Whole());
  }
  CHECK(whole == std::vector<int64_t>{300, 350, 250, 450});
}

TEST_CASE("the peak of everything may be at another time than the step's own") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{5, 100}, {15, -100}}, {}, {.in_use = 150});
  maker.Add("b", "Op()", 20, 22, {{21, 60}}, {{60, 2}}, {.in_use = 1060});
  maker.Add("c", "Op()", 31, 40, {{35, 5}}, {{5, 3}}, {.in_use = 1065});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK(memory[0].step_peak_bytes == 100);
  CHECK(memory[0].base_bytes == 50);
  CHECK(memory[0].peak_us == MemoryMaker::kOrigin + 35);
  CHECK(memory[0].peak_bytes == 1065);
  CHECK(memory[0].peak_at_most_bytes == 1065);
  CHECK(RowsOf(records, memory[0]) == Rows{"b 60 output", "c 5 output"});
}

TEST_CASE("a report below the records tells nothing of what was held before") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{2, 100}}, {}, {.in_use = 1100});
  maker.Add("b", "Op()", 20, 30, {{21, 50}}, {}, {.in_use = 99});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK_FALSE(memory[0].base_bytes);
  CHECK_FALSE(memory[0].peak_bytes);
  CHECK(memory[0].base_changes == 0);
  CHECK(memory[0].peak_us == MemoryMaker::kOrigin + 21);
  CHECK(NotesOn(memory[0])[0] ==
        "bytes held before the step are not known: it reports fewer bytes than "
        "its records hold");
}

TEST_CASE("between two stretches either may hold") {
  const std::vector<Buffer> buffers = {{.start_us = 10, .bytes = 100},
                                       {.start_us = 50, .bytes = 1}};
  const MemoryCurve curve = CurveOf(buffers, 0);
  const std::vector<Stretch> stretches =
      StretchesOf(curve, {{60, 61, 1101}, {20, 21, 600}, {22, 23, 600}});
  REQUIRE(stretches.size() == 2);
  CHECK(stretches[0].low == 500);
  CHECK(stretches[0].from_us == 20);
  CHECK(stretches[0].to_us == 23);
  CHECK(stretches[1].low == 1000);
  const std::vector<Stretch> over = UnrecordedOver(curve, stretches);
  REQUIRE(over.size() == 2);
  // Before the first report only its own interval holds.
  CHECK(over[0].low == 500);
  CHECK(over[0].high == 500);
  CHECK(over[1].low == 500);
  CHECK(over[1].high == 1000);
}

TEST_CASE("without buffers the peak is the most that reports tell") {
  const std::vector<Stretch> stretches = {{0, 1, 500, 500}, {2, 3, 700, 700}};
  const WholePeak peak = FindWholePeak(MemoryCurve(), stretches);
  CHECK(peak.bytes == 700);
  CHECK(peak.at_most_bytes == 700);
  CHECK_FALSE(peak.at_us);
}

TEST_CASE("levels stand at the times at which something changed") {
  const std::vector<Buffer> buffers = {
      {.start_us = 1, .end_us = 5, .bytes = 10},
      {.start_us = 3, .bytes = 20},
      {.start_us = 5, .end_us = 9, .bytes = 4}};
  const MemoryCurve curve = CurveOf(buffers, 0);
  CHECK(curve.at_us == std::vector<int64_t>{1, 3, 5, 9});
  CHECK(curve.bytes == std::vector<int64_t>{10, 30, 24, 20});
  CHECK(curve.peak_bytes == 30);
  CHECK(curve.peak_us == 3);
  // At 5 what is taken might come before what is given back.
  CHECK(curve.at_most_bytes == 34);
}

TEST_CASE("blocks below the least one are left out") {
  const std::vector<Buffer> buffers = {{.start_us = 1, .bytes = 10},
                                       {.start_us = 2, .bytes = 20}};
  CHECK(CurveOf(buffers, 11).peak_bytes == 20);
  CHECK(CurveOf(buffers, 20).peak_bytes == 20);
  CHECK(CurveOf(buffers, 21).peak_bytes == 0);
  CHECK_FALSE(CurveOf(buffers, 21).peak_us);
}

TEST_CASE("the base is what most samples agree with") {
  const std::vector<Buffer> buffers = {{.start_us = 10, .bytes = 100}};
  const MemoryCurve curve = CurveOf(buffers, 0);
  const std::vector<MemoryAccount::Sample> samples = {
      {0, 5, 1000}, {20, 25, 1100}, {30, 35, 999}};
  CHECK(FindBase(curve, samples).bytes == 1000);
  CHECK(FindBase(curve, samples).agree == 2);
  // One that spans the allocation may have been taken before or after it.
  const std::vector<MemoryAccount::Sample> across = {{5, 15, 1100},
                                                     {20, 25, 1100}};
  CHECK(FindBase(curve, across).bytes == 1000);
  CHECK(FindBase(curve, across).agree == 2);
  CHECK_FALSE(FindBase(curve, {}).bytes);
}

}  // namespace tfprof
