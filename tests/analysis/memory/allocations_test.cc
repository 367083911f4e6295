// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/account.h"
#include "support/catch.h"
#include "support/memory_maker.h"

namespace tfprof {

TEST_CASE("a buffer that three nodes hand on is one row") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{2, 100}, {60, -100}}, {{100, 7}});
  maker.Add("b", "Relu(a)", 20, 30, {}, {{100, 7}});
  maker.Add("c", "Reshape(b)", 40, 50, {}, {{100, 7}});
  maker.Add("d", "Op()", 40, 50, {{45, 10}}, {{10, 9}});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK(memory[0].step_peak_bytes == 110);
  CHECK(RowsOf(records, memory[0]) ==
        Rows{"a 100 output +b +c", "d 10 output"});
  CHECK(memory[0].seen_before_bytes == 0);
}

TEST_CASE("an address is another buffer after it was released") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{2, 100}, {15, -100}}, {{100, 7}});
  maker.Add("b", "Identity(x)", 20, 30, {}, {{100, 7}});
  maker.Add("c", "Op()", 40, 50, {{41, 100}}, {{100, 7}});
  maker.Add("d", "Identity(c)", 60, 70, {}, {{100, 7}});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  // b shows what was there when neither of them was.
  CHECK(memory[0].seen_before_bytes == 100);
  CHECK(RowsOf(records, memory[0]) ==
        Rows{"a 100 output", "b 100 before the step"});
}

TEST_CASE("a release without an allocation is counted and takes nothing") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{2, 100}, {5, -60}, {6, -100}, {7, -100}}, {});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK(memory[0].unmatched_frees == 2);
  CHECK(memory[0].step_peak_bytes == 100);
  CHECK(memory[0].not_freed == 0);
  CHECK(NotesOn(memory[0]).back() ==
        "2 releases without an allocation: the records are incomplete");
}

TEST_CASE("of buffers of one size the first is released first") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{4, -8}, {1, 8}, {2, 8}, {3, 16}},
            {{8, 5}, {16, 6}});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK(memory[0].step_peak_bytes == 32);
  // At its end the second of 8 bytes is the one that can be the output.
  CHECK(RowsOf(records, memory[0]) ==
        Rows{"a 16 output", "a 8 temporary", "a 8 output"});
}

TEST_CASE("a microsecond holds the nanoseconds around it") {
  CHECK(FloorMicros(1999) == 1);
  CHECK(CeilMicros(1001) == 2);
  CHECK(FloorMicros(2000) == 2);
  CHECK(CeilMicros(2000) == 2);
  CHECK(FloorMicros(-1) == -1);
  CHECK(CeilMicros(-1) == 0);
}

TEST_CASE("outputs of one size take one buffer each, what is left was seen") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{1, 8}, {2, 8}}, {{8, 5}, {8, 6}, {8, 7}});
  const StepRecords records = maker.Finish();
  MemoryAccounts accounts;
  AddAllocations(records, true, accounts);
  REQUIRE(accounts.all().size() == 1);
  const MemoryAccount& account = accounts.all()[0];
  REQUIRE(account.buffers.size() == 2);
  CHECK(account.buffers[0].ptr == 5);
  CHECK(account.buffers[0].slot == 0);
  CHECK(account.buffers[1].ptr == 6);
  CHECK(account.buffers[1].slot == 1);
  REQUIRE(account.seen.size() == 1);
  CHECK(account.seen[0].output == 2);
}

TEST_CASE("a buffer released before the work was done holds no output") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{1, 8}, {9, -8}}, {{8, 5}});
  const StepRecords records = maker.Finish();
  MemoryAccounts accounts;
  AddAllocations(records, true, accounts);
  CHECK(accounts.all()[0].buffers[0].slot == Buffer::kNoSlot);
  CHECK(accounts.all()[0].seen.size() == 1);
}

}  // namespace tfprof
