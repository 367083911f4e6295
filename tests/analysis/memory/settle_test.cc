// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/account.h"
#include "support/catch.h"
#include "support/memory_maker.h"

namespace tfprof {

TEST_CASE("oneDNN's allocator reports large blocks only") {
  MemoryMaker maker;
  const MemoryMaker::More mkl{.allocator = "mklcpu", .in_use = 1'400'000};
  maker.Add("a", "Op()", 0, 10, {{2, 400'000}, {3, 50'000}}, {}, mkl);
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK(*memory[0].base_bytes == 1'000'000);
  CHECK(memory[0].base_least_block == 262144);
  CHECK(NotesOn(memory[0])[0] ==
        "at least 1.45MB: small blocks held before the step are not reported");
}

TEST_CASE("an output at the address of a buffer that is alive was handed on") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {}, {});
  maker.Add("b", "Reshape(a)", 20, 30, {}, {{100, 7}});
  maker.Add("c", "Reshape(b)", 40, 50, {}, {{100, 7}});
  const StepRecords records = maker.Finish();
  const int64_t at = MemoryMaker::kOrigin;
  MemoryAccount account;
  account.allocator = records.strings.Find("cpu");
  account.buffers = {{.start_us = at + 2,
                      .end_us = at + 35,
                      .bytes = 100,
                      .ptr = 7,
                      .record = 0}};
  account.seen = {{1, 0}, {2, 0}};
  const AllocatorMemory memory = Settle(records, account, {});
  // b is in a's buffer, which is gone when c is computed: c shows what was
  // there before the step.
  CHECK(RowsOf(records, memory) ==
        Rows{"a 100 other +b", "c 100 before the step"});
  CHECK(memory.seen_before_bytes == 100);
}

TEST_CASE("oneDNN's reports decide on a base only if nine of ten agree") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {}, {{8, 1, "mklcpu"}});
  const StepRecords records = maker.Finish();
  const auto settle = [&](size_t agree, size_t others) {
    MemoryAccount account;
    account.allocator = records.strings.Find("mklcpu");
    for (size_t i = 0; i < agree; ++i) account.samples.push_back({1, 2, 500});
    for (size_t i = 0; i < others; ++i) account.samples.push_back({1, 2, 7});
    return Settle(records, account, {});
  };
  CHECK(settle(9, 1).base_bytes == 500);
  const AllocatorMemory unknown = settle(8, 1);
  CHECK_FALSE(unknown.base_bytes);
  CHECK(NotesOn(unknown)[0] ==
        "bytes held before the step are not known: its reports contradict each "
        "other (8 of 9 agree)");
}

TEST_CASE("rows stand by size, then by name") {
  MemoryMaker maker;
  maker.Add("b", "Op()", 0, 10, {{1, 50}}, {{50, 1}});
  maker.Add("a", "Op()", 0, 10, {{1, 50}}, {{50, 2}});
  maker.Add("c", "Op()", 0, 10, {{1, 60}}, {{60, 3}});
  const StepRecords records = maker.Finish();
  CHECK(RowsOf(records, Look(records)[0]) ==
        Rows{"c 60 output", "a 50 output", "b 50 output"});
}

}  // namespace tfprof
