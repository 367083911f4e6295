// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/order.h"

#include <vector>

#include "support/catch.h"
#include "support/task_step.h"

namespace tfprof {

TEST_CASE("a circle of labels ends") {
  StepMaker maker;
  maker.Add("a", "Op(c)", 10, 10);
  maker.Add("b", "Op(a)", 10, 10);
  maker.Add("c", "Op(b, c)", 10, 10);
  const TaskStep step(maker);
  CHECK(step.tasks.order.size() == 3);
  CHECK(step.tasks.circular == 1);
  CHECK(step.WaitsOf("a").empty());
  CHECK(step.WaitsOf("c") == "data b@0");
}

TEST_CASE("tasks that start together are ordered by who waits for whom") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "MatMul()", 10, 40);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("a:MatMul", "kernel", 10, 30, {});
  const TaskStep step(maker);
  CHECK(step.tasks.kind[0] == TaskKind::kKernel);
  CHECK(step.tasks.order == std::vector<uint32_t>{1, 0});
  CHECK(step.tasks.circular == 0);
}

}  // namespace tfprof
