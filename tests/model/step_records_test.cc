// SPDX-License-Identifier: Apache-2.0
#include "model/step_records.h"

#include <fmt/format.h>

#include "support/catch.h"
#include "support/memory_maker.h"
#include "support/step_maker.h"

namespace tfprof {

namespace {

// "a, b:1, ^c" of the inputs of a record.
std::string InputsOf(const StepRecords& records, size_t record) {
  std::string text;
  for (const StepRecords::Input& input :
       records.inputs[records.input_row[record]]) {
    if (!text.empty()) text += ", ";
    const std::string name(records.strings[input.node]);
    text += input.slot == InputName::kControl ? "^" + name
            : input.slot > 0 ? fmt::format("{}:{}", name, input.slot)
                             : name;
  }
  return text;
}

}  // namespace

TEST_CASE("records have the inputs of their labels") {
  StepMaker step;
  step.Add("x", "Const()", 0, 10);
  step.Add("y", "MatMul(x, x:1, ^z)", 10, 20);
  step.Add("y", "MatMul(x, x:1, ^z)", 20, 30);
  step.Add("y", "Add(w)", 30, 40);
  const StepRecords records = step.Finish();
  CHECK(InputsOf(records, 0).empty());
  CHECK(InputsOf(records, 1) == "x, x:1, ^z");
  CHECK(records.input_row[1] == records.input_row[2]);
  CHECK(InputsOf(records, 3) == "w");
  CHECK(records.strings[records.type[3]] == "Add");
  CHECK_FALSE(records.has_partition_graphs);
}

TEST_CASE("inputs are those of the graph that ran, where it is recorded") {
  StepMaker step;
  step.AddNode("sum", "Add", {"a", "recv:0", "^b"});
  step.AddNode("sum", "Add", {"other"});
  step.AddNode("recv", "_Recv", {}, "edge_5_far");
  step.AddNode("send", "_Send", {"far:2"}, "edge_5_far");
  step.Add("sum", "Add(a)", 0, 10);
  step.Add("new", "Neg(recv)", 10, 20);
  const StepRecords records = step.Finish();
  CHECK(InputsOf(records, 0) == "a, far:2, ^b");
  CHECK(InputsOf(records, 1) == "recv");  // a label says what it says
  CHECK(records.has_partition_graphs);
}

TEST_CASE("inputs are left out beside allocations, if they may be") {
  MemoryMaker maker({.memory = true, .inputs_beside_allocations = false});
  maker.Add("x", "Neg(before)", 0, 10, {}, {});
  maker.Add("y", "Neg(x)", 10, 20, {{12, 100}}, {});
  maker.Add("z", "Neg(y)", 20, 30, {}, {});
  const StepRecords records = maker.Finish();
  CHECK(InputsOf(records, 0) == "before");
  CHECK(InputsOf(records, 2).empty());
  CHECK(records.strings[records.type[2]] == "Neg");
}

TEST_CASE("lines that repeat others are not kept, and not used") {
  StepMaker step;
  step.BeginDevice("/host:CPU");
  step.Add("x", "Const()", 0, 10);
  step.BeginDevice("/device:GPU:0/stream:all");
  step.AddLabelled("x:MatMul", "kernel", 0, 10, {});
  step.BeginDevice("/device:GPU:0/memcpy");
  step.AddLabelled("x:MatMul", "MEMCPYDtoH", 0, 10, {});
  step.BeginDevice(StepMaker::kCpu);
  step.Add("x", "Const()", 0, 10);
  step.BeginDevice("/device:GPU:1/stream:all");
  step.AddLabelled("edge_3_x:MatMul", "kernel", 0, 10, {});
  step.BeginDevice("/device:GPU:1/stream:7");
  step.AddLabelled("x::Memcpy", "", 0, 10, {});
  const StepRecords records = step.Finish();
  CHECK(records.recorded == 6);
  REQUIRE(records.size() == 5);
  for (size_t i = 0; i < records.size(); ++i) {
    CHECK(records.strings[records.node[i]] == "x");
  }
  CHECK(records.is_copy == std::vector<bool>{false, true, false, false, true});
  CHECK(records.UsedLines() ==
        std::vector<bool>{false, true, true, false, false, true});
}

TEST_CASE("shapes are kept once") {
  StepMaker step({.memory = false, .shapes = true});
  const std::vector<int64_t> dims = {2, 3};
  const std::vector<OutputRecord> outputs = {
      {.slot = 0, .dtype = 1, .shape = ShapeRecord(dims)},
      {.slot = 1, .dtype = 1, .shape = ShapeRecord({}, true)},
      {.slot = 2, .dtype = 1},
      {.slot = 3, .dtype = 1, .shape = ShapeRecord(dims)}};
  step.AddExec({.name = "x", .outputs = outputs});
  const StepRecords records = step.Finish();
  const auto made = records.outputs[0];
  CHECK(made[0].shape == made[3].shape);
  CHECK(records.shapes[made[0].shape].size() == 2);
  CHECK(made[1].shape == StepRecords::kNoShape);
  CHECK(records.shapes[made[2].shape].empty());
  CHECK(records.shapes.size() == 2);
}

TEST_CASE("a step as long as the recorder keeps may be cut") {
  StepRecords records;
  records.recorded = (1 << 20) - 1;
  CHECK_FALSE(records.MayBeCut());
  records.recorded = 1 << 20;
  CHECK(records.MayBeCut());
}

}  // namespace tfprof
