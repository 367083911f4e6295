// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/more_producers.h"

#include "support/catch.h"
#include "support/task_step.h"

namespace tfprof {

TEST_CASE("waits are added behind those that are known") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10);
  maker.Add("b", "Op()", 0, 20);
  maker.Add("c", "Op(b)", 20, 30);
  TaskStep step(maker);
  AddProducers({{2, {1, Wait::kControl}}, {2, {0, Wait::kData}}}, step.tasks);
  CHECK(step.WaitsOf("c") == "data a@0, data b@0");
  CHECK(step.WaitsOf("b").empty());
}

TEST_CASE("without calls and streams nothing follows") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10);
  const TaskStep step(maker);
  CHECK(ProducersOfCalls(step.tasks).empty());
  Launches launches;
  launches.of = {StepTasks::kNone};
  CHECK(KernelsOfOtherStreams(step.tasks, launches).empty());
}

}  // namespace tfprof
