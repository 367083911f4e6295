// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/calls.h"

#include "support/catch.h"
#include "support/path_step.h"
#include "support/task_step.h"

namespace tfprof {

TEST_CASE("types that call functions") {
  CHECK(IsCallType("PartitionedCall"));
  CHECK(IsCallType("StatefulPartitionedCall"));
  CHECK(IsCallType("StatelessWhile"));
  CHECK(IsCallType("Case"));
  CHECK(IsCallType("RemoteCall"));
  CHECK_FALSE(IsCallType("StatefulRemoteCall"));
  CHECK_FALSE(IsCallType("Whilst"));
}

TEST_CASE("an eager record encloses what ran for it") {
  StepMaker maker;
  maker.Add("__inference_f_7", "", 0, 100);
  maker.Add("a", "MatMul()", 10, 40);
  maker.Add("b", "MatMul(a)", 50, 80);
  const PathStep step(maker);
  CHECK(step.Chain() ==
        "start __inference_f_7 0+10, control a 0+30, data b 10+30, "
        "data __inference_f_7 0+20");
}

TEST_CASE("eager records have their name for a type and share a lane") {
  StepMaker maker;
  maker.Add("IteratorGetNextSync", "", 0, 10);
  maker.Add("Mul", "", 20, 30);
  maker.Add("c", "Add()", 40, 50);
  const TaskStep step(maker);
  CHECK(step.tasks.TypeText(0) == "IteratorGetNextSync");
  CHECK(step.tasks.lane[0] == step.tasks.lane[1]);
  CHECK(step.tasks.lane[2] != step.tasks.lane[1]);
  CHECK(step.tasks.pool_threads == 1);
}

TEST_CASE("a call encloses what reads only its body") {
  StepMaker maker;
  maker.Add("x", "Const()", 0, 5);
  maker.Add("call", "PartitionedCall(x)", 10, 100, {.head = 2});
  maker.Add("arg", "_Arg()", 20, 21);
  maker.Add("a", "MatMul(arg)", 30, 60);
  maker.Add("beside", "MatMul(x)", 40, 90);
  maker.Add("reader", "Neg(call)", 110, 120);
  const TaskStep step(maker);
  CHECK(step.tasks.size() == 7);
  CHECK(step.tasks.CountRecords() == 6);
  REQUIRE(step.tasks.calls.size() == 1);
  CHECK(step.tasks.calls[0].body.size() == 2);
  CHECK(step.WaitsOf("call", 0) == "data x@0");
  CHECK(step.WaitsOf("arg") == "control call@0");
  CHECK(step.WaitsOf("call", 1) == "data a@0");
  CHECK(step.WaitsOf("reader") == "data call@1");
  CHECK(step.WaitsOf("beside") == "data x@0");
}

TEST_CASE("of nested calls each has what it runs itself") {
  StepMaker maker;
  maker.Add("outer", "PartitionedCall()", 0, 100);
  maker.Add("inner", "PartitionedCall()", 20, 80);
  maker.Add("a", "Const()", 30, 60);
  maker.Add("b", "Neg(inner)", 85, 90);
  const TaskStep step(maker);
  REQUIRE(step.tasks.calls.size() == 2);
  CHECK(step.WaitsOf("inner", 0) == "control outer@0");
  CHECK(step.WaitsOf("inner", 1) == "control outer@0, data a@0");
  CHECK(step.WaitsOf("b") == "data inner@1");
  CHECK(step.WaitsOf("outer", 1) == "data inner@0, data b@0");
}

TEST_CASE("records of another host are in no body") {
  StepMaker maker;
  maker.Add("call", "PartitionedCall()", 0, 100);
  maker.BeginDevice("/job:w/replica:0/task:1/device:CPU:0");
  maker.Add("a", "Const()", 30, 60);
  const StepRecords records = maker.Finish();
  const std::vector<StepTasks> hosts = TasksByHost(records).value();
  for (const StepTasks& tasks : hosts) CHECK(tasks.calls.empty());
}

}  // namespace tfprof
