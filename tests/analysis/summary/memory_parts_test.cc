// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/memory_parts.h"

#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {
namespace {

// A step of 1 ms, of which `memory` is the memory.
std::vector<DumpSummary::Memory> PartsOf(AllocatorMemory memory) {
  StepMaker maker;
  maker.Add("encoder/lstm/a", "MatMul()", 0, 600'000);
  maker.Add("b", "MatMul()", 600'000, 1'000'000);
  StepRecords records = maker.Finish();
  memory.allocator = records.strings.Intern("cpu");
  return MemoryPartsOf(records, {memory});
}

AllocatorMemory SomeMemory() {
  AllocatorMemory memory;
  memory.method = MemoryMethod::kAllocations;
  memory.step_peak_bytes = 100;
  memory.peak_us = StepMaker::kOrigin / 1000 + 250;
  memory.alive = {{.record = 1, .kind = AliveKind::kOutput, .bytes = 70},
                  {.record = 0, .kind = AliveKind::kTemporary, .bytes = 30},
                  {.record = 0, .kind = AliveKind::kVariable, .bytes = 900}};
  return memory;
}

TEST_CASE("memory parts: shares of the step's own peak, and when it was") {
  const auto parts = PartsOf(SomeMemory());
  REQUIRE(parts.size() == 1);
  CHECK(parts[0].allocator == "cpu");
  CHECK(parts[0].peak_bytes == 100);
  CHECK_FALSE(parts[0].has_base);
  CHECK(parts[0].at_share == 0.25);
  // Memory from before the step is not part of the step's allocations.
  CHECK(parts[0].scopes == std::vector<std::pair<std::string, double>>{
                               {"b", 0.7}, {"encoder/lstm", 0.3}});
}

TEST_CASE("memory parts: an allocator that held nothing is not there") {
  AllocatorMemory memory = SomeMemory();
  memory.step_peak_bytes = 0;
  CHECK(PartsOf(std::move(memory)).empty());
}

TEST_CASE("memory parts: kernels and copies are part of the step's length") {
  StepMaker maker;
  const std::string host = "/job:localhost/replica:0/task:0";
  maker.BeginDevice(host + "/device:GPU:0");
  maker.Add("a", "MatMul()", 0, 100'000);
  maker.BeginDevice("/device:GPU:0/stream:13");
  maker.Add("a:MatMul", "", 100'000, 1'000'000);
  StepRecords records = maker.Finish();
  AllocatorMemory memory = SomeMemory();
  memory.host = records.strings.Intern(host);
  memory.allocator = records.strings.Intern("GPU_0_bfc");
  memory.alive.clear();
  const auto parts = MemoryPartsOf(records, {memory});
  REQUIRE(parts.size() == 1);
  CHECK(parts[0].at_share == 0.25);
}

}  // namespace
}  // namespace tfprof
