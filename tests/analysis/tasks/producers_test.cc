// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/producers.h"

#include "support/catch.h"
#include "support/task_step.h"

namespace tfprof {

TEST_CASE("an operation waits for who made its inputs") {
  StepMaker maker;
  maker.Add("a", "Const()", 0, 10);
  maker.Add("b", "Const()", 0, 20);
  maker.Add("c", "Add(a, b:1, ^a, a:2, gone)", 20, 30);
  maker.Add("d", "NoOp(^a)", 20, 30);
  const TaskStep step(maker);
  CHECK(step.WaitsOf("c") == "data a@0, data b@0");
  CHECK(step.WaitsOf("d") == "control a@0");
  CHECK(step.tasks.inputs_unknown == 1);
}

TEST_CASE("data wins over control, whichever comes first") {
  StepMaker maker;
  maker.Add("a", "Const()", 0, 10);
  maker.Add("b", "Add(^a, a)", 10, 20);
  maker.Add("c", "Add(a, ^a)", 10, 20);
  const TaskStep step(maker);
  CHECK(step.WaitsOf("b") == "data a@0");
  CHECK(step.WaitsOf("c") == "data a@0");
}

TEST_CASE("an input that did not end before is unknown") {
  StepMaker maker;
  maker.Add("a", "Const()", 0, 100);
  maker.Add("b", "Neg(a)", 50, 60);
  const TaskStep step(maker);
  CHECK(step.WaitsOf("b").empty());
  CHECK(step.tasks.inputs_unknown == 1);
}

TEST_CASE("the number of an edge is cut off an input") {
  StepMaker maker;
  maker.Add("a", "Const()", 0, 10);
  maker.Add("b", "Neg(a/_12)", 10, 20);
  const TaskStep step(maker);
  CHECK(step.WaitsOf("b") == "data a@0");
}

TEST_CASE("what was received was made by the node that was sent") {
  StepMaker maker;
  maker.AddNode("b", "Neg", {"recv"});
  maker.AddNode("recv", "_Recv", {}, "edge");
  maker.AddNode("send", "_Send", {"a"}, "edge");
  maker.Add("a", "Const()", 0, 10);
  maker.Add("b", "Neg(nobody)", 10, 20);
  const TaskStep step(maker);
  CHECK(step.WaitsOf("b") == "data a@0");
}

TEST_CASE("turns of a loop take from their own turn, Merge from one input") {
  StepMaker maker;
  maker.Add("enter", "Enter(x)", 0, 10);
  maker.Add("x", "Const()", 0, 0);
  for (int turn = 0; turn < 2; ++turn) {
    const int64_t at = 10 + 40 * turn;
    maker.Add("merge", "Merge(enter, next)", at, at + 10);
    maker.Add("body", "Neg(merge)", at + 10, at + 20);
    maker.Add("both", "Add(body, merge)", at + 20, at + 30);
    maker.Add("next", "NextIteration(body)", at + 20, at + 40);
  }
  const TaskStep step(maker);
  CHECK(step.WaitsOf("merge", 0) == "data enter@0");
  CHECK(step.WaitsOf("merge", 1) == "data next@0");
  CHECK(step.WaitsOf("body", 0) == "data merge@0");
  CHECK(step.WaitsOf("body", 1) == "data merge@1");
  CHECK(step.WaitsOf("both", 1) == "data merge@1, data body@1");
  CHECK(step.WaitsOf("next", 1) == "data body@1");
}

TEST_CASE("a producer had ended when its consumer was scheduled") {
  StepMaker maker;
  maker.Add("switch", "Switch()", 0, 10);
  maker.Add("switch", "Switch()", 20, 30);
  maker.Add("exit", "Exit(switch)", 40, 50, {.scheduled = 15});
  const TaskStep step(maker);
  CHECK(step.WaitsOf("exit") == "data switch@0");
}

TEST_CASE("scheduled around the end of a task is by that end") {
  StepMaker maker;
  // Its window is [20, 30]: an execution that ended by 30 is early enough.
  maker.Add("other", "Op()", 0, 30, {.tail = 10});
  maker.Add("a", "Op()", 0, 5);
  maker.Add("a", "Op()", 10, 29);
  maker.Add("b", "Neg(a)", 40, 50, {.scheduled = 25});
  const TaskStep step(maker);
  CHECK(step.WaitsOf("b") == "data a@1");
}

TEST_CASE("a kernel waits for its launch, a copy for its kernel") {
  StepMaker maker;
  maker.Add("reader", "Identity(work)", 200, 210);
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("work", "MatMul()", 0, 40, {.head = 5, .tail = 5});
  maker.Add("same", "Neg(work)", 50, 60);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("work:MatMul", "kernel", 20, 120, {});
  maker.AddLabelled("work:MatMul", "MemcpyD2H", 130, 150, {});
  maker.BeginDevice("/device:GPU:0/stream:all");
  maker.AddLabelled("work:MatMul", "kernel", 20, 120, {});
  const TaskStep step(maker);
  CHECK(step.tasks.size() == 5);
  const size_t kernel = step.Find("work", 1);
  CHECK(step.tasks.kind[kernel] == TaskKind::kKernel);
  CHECK(step.WaitsOf("work", 1) == "launch work@0");
  CHECK(step.tasks.lag[kernel] == 20);
  CHECK(step.tasks.TypeText(kernel) == "MatMul");
  CHECK(step.tasks.kind[step.Find("work", 2)] == TaskKind::kCopy);
  CHECK(step.WaitsOf("work", 2) == "launch work@0, data work@1");
  // The host reads what was copied; on the device itself streams keep order.
  CHECK(step.WaitsOf("reader") == "data work@0, transfer work@2");
  CHECK(step.WaitsOf("same") == "data work@0");
}

}  // namespace tfprof
