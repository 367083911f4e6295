// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/waits.h"

#include "support/catch.h"
#include "support/task_step.h"

namespace tfprof {

TEST_CASE("a task is ready when the last of its producers is done") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10);
  maker.Add("b", "Op()", 0, 30);
  maker.Add("c", "Add(a, b)", 34, 40);
  const TaskStep step(maker);
  const Waits waits = WaitsOf(step.tasks);
  const size_t c = step.Find("c");
  CHECK(waits.ready[c] == StepMaker::kOrigin + 30);
  CHECK(waits.gap[c] == 4);
  CHECK(waits.ready[step.Find("a")] == Waits::kNotKnown);
}

TEST_CASE("a gap begins where the thread came free, if that is later") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10);
  maker.Add("b", "Op(a)", 10, 100);  // takes the only thread
  maker.Add("c", "Op(a)", 107, 120);
  const TaskStep step(maker);
  const Waits waits = WaitsOf(step.tasks);
  CHECK(waits.ready[step.Find("c")] == StepMaker::kOrigin + 10);
  CHECK(waits.gap[step.Find("c")] == 7);
}

TEST_CASE("what waits for nothing has waited since the step began") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 50);
  maker.Add("b", "Op()", 20, 60);
  const TaskStep step(maker);
  const Waits waits = WaitsOf(step.tasks);
  CHECK(waits.gap[step.Find("a")] == 0);
  CHECK(waits.gap[step.Find("b")] == 20);
}

TEST_CASE("a kernel waits from when its launch lets it go") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "Op()", 0, 40);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("a:Op", "kernel", 25, 60, {});
  const TaskStep step(maker);
  const Waits waits = WaitsOf(step.tasks);
  // Its lag of 25 ns is that of the launch, not of waiting.
  CHECK(waits.ready[step.Find("a", 1)] == StepMaker::kOrigin + 25);
  CHECK(waits.gap[step.Find("a", 1)] == 0);
}

}  // namespace tfprof
