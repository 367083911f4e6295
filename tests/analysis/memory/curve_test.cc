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
  CHECK(*memory[0].PeakBytes() == 1150);
  CHECK(*memory[0].UnattributedBytes() == 700);
  CHECK(memory[0].base_agree == 2);
}

TEST_CASE("samples that contradict each other tell nothing") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{2, 100}}, {}, {.in_use = 1100});
  maker.Add("b", "Op()", 20, 30, {{21, 50}}, {}, {.in_use = 999});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK_FALSE(memory[0].base_bytes);
  CHECK(NotesOn(memory[0])[0] ==
        "bytes held before the step are not known: its reports contradict each "
        "other (1 of 2 agree)");
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
