// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/live_memory.h"

#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

namespace {

// A step of executions that take memory. Times are in us after kOrigin.
class MemoryMaker {
 public:
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
std::vector<std::string> RowsOf(const StepRecords& records,
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

std::vector<AllocatorMemory> Look(const StepRecords& records,
                                  const VariableBytes& variables = {}) {
  return LiveMemory(records, variables).value();
}

using Rows = std::vector<std::string>;

}  // namespace

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

TEST_CASE("the order within a microsecond makes a band") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {{2, 100}, {20, -100}}, {{100, 1}});
  maker.Add("b", "Op()", 15, 30, {{20, 70}}, {{70, 2}});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK(memory[0].step_peak_bytes == 100);
  CHECK(memory[0].step_peak_at_most_bytes == 170);
  CHECK(NotesOn(memory[0])[1] ==
        "peak between 100 and 170: the order within a microsecond is not "
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

TEST_CASE("oneDNN's allocator reports large blocks only") {
  MemoryMaker maker;
  const MemoryMaker::More mkl{.allocator = "mklcpu", .in_use = 1'400'000};
  maker.Add("a", "Op()", 0, 10, {{2, 400'000}, {3, 50'000}}, {}, mkl);
  const StepRecords records = maker.Finish();
  const auto memory = Look(records);
  CHECK(*memory[0].base_bytes == 1'000'000);
  CHECK(memory[0].base_least_block == 262144);
  CHECK(NotesOn(memory[0])[0] ==
        "at least 1450000: small blocks held before the step are not reported");
}

TEST_CASE("variables that no output showed are told by their shapes") {
  MemoryMaker maker;
  maker.Add("v", "VarHandleOp()", 0, 1, {}, {});
  maker.Add("w", "VarHandleOp()", 0, 1, {}, {});
  maker.Add("w/read", "ReadVariableOp(w)", 2, 3, {}, {{40, 5}});
  maker.Add("a", "Op()", 4, 9, {{5, 10}}, {{10, 6}});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records, {{"v", 30}, {"w", 40}, {"x", 50}});
  CHECK(memory[0].declared_bytes == 30);
  CHECK(RowsOf(records, memory[0]) == Rows{"w/read 40 before the step",
                                           "v 30 variable, by its shape",
                                           "a 10 output"});
}

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

TEST_CASE("a step without memory has no allocators") {
  MemoryMaker maker;
  maker.Add("a", "Op()", 0, 10, {}, {});
  const StepRecords records = maker.Finish();
  CHECK(Look(records).empty());
}

}  // namespace tfprof
