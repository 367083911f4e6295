// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/node_memory.h"

#include "support/catch.h"

namespace tfprof {

namespace {

MemoryEvent Allocation(int64_t step, int64_t address, int64_t bytes,
                       std::string_view op, std::string_view region = "") {
  MemoryEvent event;
  event.is_allocation = true;
  event.step = step;
  event.address = address;
  event.bytes = bytes;
  event.requested_bytes = bytes - 1;
  static SharedTexts texts;
  event.op = texts.At(op);
  event.region = texts.At(region);
  return event;
}

MemoryEvent Deallocation(int64_t step, int64_t address) {
  MemoryEvent event;
  event.step = step;
  event.address = address;
  return event;
}

const NodeMemory* Find(const std::vector<NodeMemory>& rows, int64_t step,
                       std::string_view node) {
  for (const NodeMemory& row : rows) {
    if (row.step == step && row.node == node) return &row;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("a node's bytes are those of its allocations in a step") {
  const std::vector<MemoryEvent> events = {
      Allocation(0, 1, 100, "a:MatMul", "output"), Allocation(0, 2, 50, "a"),
      Deallocation(0, 2), Allocation(0, 2, 30, "a"), Allocation(0, 3, 7, "b")};
  const std::vector<NodeMemory> rows = SumMemoryByNode(events);
  const NodeMemory* const a = Find(rows, 0, "a");
  REQUIRE(a != nullptr);
  CHECK(a->requested_bytes == 177);
  CHECK(a->output_bytes == 100);
  CHECK(a->residual_bytes == 130);
  CHECK(a->peak_bytes == 150);
  const NodeMemory* const b = Find(rows, 0, "b");
  REQUIRE(b != nullptr);
  CHECK(b->peak_bytes == 7);
}

TEST_CASE("what a later step frees stays in its step, not in the whole") {
  const std::vector<MemoryEvent> events = {Allocation(0, 1, 100, "a"),
                                           Deallocation(1, 1),
                                           Allocation(1, 1, 40, "a")};
  const std::vector<NodeMemory> rows = SumMemoryByNode(events);
  CHECK(Find(rows, 0, "a")->residual_bytes == 100);
  CHECK(Find(rows, 1, "a")->residual_bytes == 40);
  const NodeMemory* const whole = Find(rows, NodeMemory::kWholeRecording, "a");
  CHECK(whole->residual_bytes == 40);
  CHECK(whole->peak_bytes == 100);
}

TEST_CASE("what nobody is known to have allocated has no row") {
  CHECK(SumMemoryByNode(std::vector<MemoryEvent>{Allocation(0, 1, 100, ""),
                                                 Deallocation(0, 1),
                                                 Deallocation(0, 9)})
            .empty());
}

}  // namespace tfprof
