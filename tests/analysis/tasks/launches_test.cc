// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/launches.h"

#include "support/catch.h"
#include "support/task_step.h"

namespace tfprof {

TEST_CASE("kernels of a loop belong to its turns in order") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  // All launches are done before the first kernel ends.
  maker.Add("a", "MatMul()", 0, 10);
  maker.Add("a", "MatMul()", 20, 30);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("a:MatMul", "kernel", 5, 100, {});
  maker.AddLabelled("a:MatMul", "kernel", 100, 200, {});
  maker.AddLabelled("a:MatMul", "kernel", 200, 300, {});
  maker.AddLabelled("a:MatMul", "kernel", 300, 400, {});
  const TaskStep step(maker);
  CHECK(step.WaitsOf("a", 1) == "launch a@0");
  CHECK(step.WaitsOf("a", 3) == "launch a@0");
  CHECK(step.WaitsOf("a", 4) == "launch a@2");
  CHECK(step.WaitsOf("a", 5) == "launch a@2");
}

TEST_CASE("kernels in other numbers are of the last turn that had begun") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "MatMul()", 0, 10);
  maker.Add("a", "MatMul()", 20, 30);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("a:MatMul", "kernel", 5, 15, {});
  maker.AddLabelled("a:MatMul", "kernel", 15, 18, {});
  maker.AddLabelled("a:MatMul", "kernel", 25, 40, {});
  const TaskStep step(maker);
  CHECK(step.WaitsOf("a", 2) == "launch a@0");
  CHECK(step.WaitsOf("a", 4) == "launch a@3");
}

TEST_CASE("work of no name is of an operation that waits for its stream") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("other", "MatMul()", 0, 300);
  maker.Add("check", "CheckNumerics()", 10, 200, {.head = 10, .tail = 10});
  maker.Add("check_1", "CheckNumerics()", 15, 250, {.head = 10, .tail = 10});
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("void CheckKernel", "kernel", 50, 100, {});
  maker.AddLabelled("void CheckKernel", "kernel", 110, 150, {});
  maker.AddLabelled("void CheckKernel", "kernel", 160, 245, {});
  maker.BeginDevice("/device:GPU:1/stream:3");
  maker.AddLabelled("void CheckKernel", "kernel", 60, 100, {});
  const TaskStep step(maker);
  CHECK(step.WaitsOf("void CheckKernel", 0) == "launch check@0");
  CHECK(step.tasks.TypeText(step.Find("void CheckKernel")) == "CheckNumerics");
  // Of another GPU, and what no operation is left for.
  CHECK(step.WaitsOf("void CheckKernel", 1).empty());
  CHECK(step.WaitsOf("void CheckKernel", 2) == "launch check_1@0");
  CHECK(step.WaitsOf("void CheckKernel", 3).empty());
}

TEST_CASE("what ends after an operation is not its own") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("check", "CheckNumerics()", 0, 200, {.tail = 10});
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("void CheckKernel", "kernel", 50, 191, {});
  const TaskStep step(maker);
  CHECK(step.WaitsOf("void CheckKernel").empty());
}

TEST_CASE("a copy to other memory waits for its output and for the GPU") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "MatMul()", 0, 40);
  maker.Add("b", "MatMul()", 50, 60);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("a:MatMul", "kernel", 5, 70, {});
  maker.AddLabelled("b:MatMul", "kernel", 70, 90, {});
  maker.BeginDevice("/device:GPU:0/stream:15");
  maker.AddLabelled("edge_7_a:MEMCPYDtoH", "", 95, 99, {});
  const TaskStep step(maker);
  CHECK(step.WaitsOf("a", 2) == "data a@0, data b@1");
  CHECK(step.tasks.TypeText(step.Find("a", 2)) == "copy");
}

TEST_CASE("a reader in other memory waits for the copy that it received") {
  const auto waits = [](bool has_graph) {
    StepMaker maker;
    if (has_graph) {
      maker.AddNode("send", "_Send", {"a"}, "edge_7_a");
      maker.AddNode("recv", "_Recv", {}, "edge_7_a");
      maker.AddNode("reader", "Identity", {"recv"});
    }
    maker.Add("reader", "Identity(a/_3)", 200, 210);
    maker.BeginDevice(StepMaker::kGpu);
    maker.Add("a", "MatMul()", 0, 40);
    maker.BeginDevice("/device:GPU:0/stream:15");
    maker.AddLabelled("edge_7_a:MEMCPYDtoH", "", 95, 99, {});
    maker.AddLabelled("edge_9_a:MEMCPYDtoH", "", 100, 110, {});
    return TaskStep(maker).WaitsOf("reader");
  };
  // Which copy moved which output only graphs tell.
  CHECK(waits(true) == "data a@0, transfer a@1");
  CHECK(waits(false) == "data a@0, transfer a@2");
}

TEST_CASE("a cut input waits for a copy on its own device, too") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "Shape()", 0, 40);
  maker.Add("whole", "Identity(a)", 200, 210);
  maker.Add("cut", "Identity(a/_3)", 220, 230);
  maker.Add("control", "NoOp(^a/_4)", 240, 250);
  maker.BeginDevice("/device:GPU:0/stream:15");
  maker.AddLabelled("edge_7_a:MEMCPYDtoH", "", 95, 99, {});
  const TaskStep step(maker);
  CHECK(step.WaitsOf("whole") == "data a@0");
  CHECK(step.WaitsOf("cut") == "data a@0, transfer a@1");
  CHECK(step.WaitsOf("control") == "control a@0, transfer a@1");
}

TEST_CASE("a kernel waits for other streams that made what it reads") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "Conv2D()", 0, 10);
  maker.Add("pass", "Identity(a)", 10, 12);
  maker.Add("b", "Conv2D(pass)", 20, 30);
  maker.Add("c", "Conv2D()", 30, 40);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("b:Conv2D", "kernel", 110, 150, {});
  maker.AddLabelled("c:Conv2D", "kernel", 150, 160, {});
  maker.BeginDevice("/device:GPU:0/stream:20");
  maker.AddLabelled("a:Conv2D", "kernel", 50, 60, {});
  maker.AddLabelled("a:Conv2D", "kernel", 60, 100, {});
  const TaskStep step(maker);
  CHECK(step.WaitsOf("b", 1) == "launch b@0, data a@2");
  CHECK(step.WaitsOf("c", 1) == "launch c@0");
}

TEST_CASE("on a GPU's host what has no inputs waits for the executor") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("_SOURCE", "NoOp()", 0, 10);
  maker.Add("a", "Const()", 20, 30);
  maker.BeginDevice(StepMaker::kCpu);
  maker.Add("b", "Const()", 20, 30);
  CHECK(TaskStep(maker).WaitsOf("a") == "control _SOURCE@0");
  StepMaker without;
  without.Add("_SOURCE", "NoOp()", 0, 10);
  without.Add("a", "Const()", 20, 30);
  CHECK(TaskStep(without).WaitsOf("a").empty());
}

}  // namespace tfprof
