// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "analysis/memory/memory_tables.h"
#include "support/catch.h"
#include "support/memory_maker.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

// x/a holds 300 bytes from 2 on, x/b 50 from 13 to 14.
StepRecords TwoBuffers() {
  MemoryMaker maker;
  maker.Add("x/a", "Conv2D()", 0, 10, {{2, 300}}, {{300, 1}});
  maker.Add("x/b", "Relu(x/a)", 12, 20, {{13, 50}, {14, -50}}, {});
  return maker.Finish();
}

std::vector<Section> OverTimeOf(const StepRecords& records,
                                const std::vector<AllocatorMemory>& memory,
                                size_t most_levels, size_t most_buffers) {
  return MemoryOverTime(records, memory, CodeLines(), most_levels,
                        most_buffers);
}

}  // namespace

TEST_CASE("memory over time: levels and buffers count from the step's start") {
  const StepRecords records = TwoBuffers();
  const auto sections = OverTimeOf(records, Look(records), 100, 100);
  REQUIRE(sections.size() == 2);
  CHECK(LinesOf(sections[0]) == Rows{"cpu | 2us | 300B", "cpu | 13us | 350B",
                                     "cpu | 14us | 300B"});
  CHECK(sections[0].notes.empty());
  // The first stays, so it has no end.
  CHECK(LinesOf(sections[1]) ==
        Rows{"300B | 2us |  | cpu | Conv2D | x/a | ",
             "50B | 13us | 14us | cpu | Relu | x/b | "});
  CHECK(TableOf(sections[1]).rows[0][2] == Cell());
}

TEST_CASE("memory over time: of many levels the extremes of each few are left") {
  const StepRecords records = TwoBuffers();
  std::vector<AllocatorMemory> memory = Look(records);
  REQUIRE(memory.size() == 1);
  memory[0].curve.clear();
  for (int64_t i = 0; i < 100; ++i) {
    memory[0].curve.push_back(
        {MemoryMaker::kOrigin + i, i == 57 ? 9000 : i == 58 ? 1 : 100 + i});
  }
  const auto sections = OverTimeOf(records, memory, 10, 100);
  const Table& levels = TableOf(sections[0]);
  // Five parts, two of each, and the last.
  REQUIRE(levels.rows.size() == 11);
  CHECK(levels.rows[4][2] == Cell(int64_t{9000}));
  CHECK(levels.rows[5][2] == Cell(int64_t{1}));
  CHECK(levels.rows.back()[1] == Cell(int64_t{99}));
  CHECK(sections[0].notes ==
        Rows{"cpu: of 100 changes the lowest and the highest of each 20 are "
             "drawn"});
}

TEST_CASE("memory over time: of many buffers the largest are listed") {
  const StepRecords records = TwoBuffers();
  const auto sections = OverTimeOf(records, Look(records), 100, 1);
  REQUIRE(TableOf(sections[1]).rows.size() == 1);
  CHECK(TableOf(sections[1]).rows[0][0] == Cell(int64_t{300}));
  CHECK(sections[1].notes == Rows{"cpu: the 1 largest of 2 buffers are listed"});
}

TEST_CASE("memory over time: the first start is that of an operation") {
  CHECK(FirstStartUs(TwoBuffers()) == MemoryMaker::kOrigin);
  CHECK(FirstStartUs(StepRecords()) == 0);
  StepMaker maker;
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("a:k", "k", 0, 10, {});
  maker.BeginDevice(StepMaker::kCpu);
  maker.Add("a", "MatMul()", 5000, 9000);
  CHECK(FirstStartUs(maker.Finish()) == StepMaker::kOrigin / 1000 + 5);
}

}  // namespace tfprof
