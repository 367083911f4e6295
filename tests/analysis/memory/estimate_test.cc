// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/account.h"
#include "support/catch.h"
#include "support/memory_maker.h"

namespace tfprof {

TEST_CASE("without allocation records outputs live until they are read") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {}, {{100, 1}}, {.total = 100});
  maker.Add("b", "Op(a)", 20, 30, {}, {{50, 2}}, {.total = 50, .temp = 7});
  maker.Add("c", "Reshape(b)", 40, 50, {}, {{50, 2}});
  maker.Add("d", "Op(c)", 60, 70, {}, {{5, 3}}, {.total = 5});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK(memory[0].method == MemoryMethod::kEstimate);
  CHECK(memory[0].step_peak_bytes == 157);
  CHECK(RowsOf(records, memory[0]) ==
        Rows{"a 100 output", "b 50 output +c", "b 7 temporary"});
  CHECK(*memory[0].alive[1].freed_us == MemoryMaker::kOrigin + 70);
  CHECK(NotesOn(memory[0])[0] ==
        "estimated: the dump holds no allocation records, tensors kept by "
        "stacks and caches are missing");
}

TEST_CASE("an output that nobody reads lives as long as its operation") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {}, {{100, 1}}, {.total = 100});
  maker.Add("b", "NoOp(^a)", 20, 30, {}, {{5, 2}}, {.total = 5});
  const StepRecords records = maker.Finish();
  MemoryAccounts accounts;
  REQUIRE(EstimateBuffers(records, accounts));
  REQUIRE(accounts.all().size() == 1);
  const MemoryAccount& account = accounts.all()[0];
  CHECK(account.buffers[0].end_us == MemoryMaker::kOrigin + 10);
  CHECK(account.buffers[1].end_us == MemoryMaker::kOrigin + 30);
}

TEST_CASE("what an execution did not allocate was there before") {
  MemoryMaker maker;
  maker.Add("v", "VariableV2()", 0, 10, {}, {{100, 1}});
  maker.Add("a", "Op(v)", 20, 30, {}, {{5, 2}}, {.total = 5});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK(memory[0].seen_before_bytes == 100);
  CHECK(memory[0].step_peak_bytes == 5);
}

TEST_CASE(
    "an address is taken again once its tensor was read for the last "
    "time") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {}, {{100, 1}}, {.total = 100});
  maker.Add("b", "Op(a)", 20, 30, {}, {{5, 2}}, {.total = 5});
  maker.Add("c", "Op()", 40, 50, {}, {{60, 1}}, {.total = 60});
  const StepRecords records = maker.Finish();
  MemoryAccounts accounts;
  REQUIRE(EstimateBuffers(records, accounts));
  const MemoryAccount& account = accounts.all()[0];
  CHECK(account.buffers.size() == 3);
  CHECK(account.handovers.empty());
}

}  // namespace tfprof
