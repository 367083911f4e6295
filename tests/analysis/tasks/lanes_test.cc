// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/lanes.h"

#include "support/catch.h"
#include "support/task_step.h"

namespace tfprof {

TEST_CASE("what follows on a thread has its lane") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10'000, {.tail = 100});
  maker.Add("b", "Op()", 0, 10'000, {.tail = 100});
  // Scheduled within the last 100 ns of a and b. A head takes neither lane.
  maker.Add("after_a", "Op()", 10'050, 30'000, {.scheduled = 9'950});
  maker.Add("after_b", "Op()", 10'060, 12'000, {.scheduled = 9'960});
  maker.Add("head", "Op()", 10'100, 11'000, {.scheduled = 5});
  const TaskStep step(maker);
  const StepTasks& tasks = step.tasks;
  const auto lane = [&](std::string_view node) {
    return tasks.lane[step.Find(node)];
  };
  CHECK(lane("after_a") == lane("a"));
  CHECK(lane("after_b") == lane("b"));
  CHECK(lane("a") != lane("b"));
  CHECK(lane("head") != lane("a"));
  CHECK(lane("head") != lane("b"));
  CHECK(tasks.lanes == 3);
  CHECK(tasks.threads == 3);
  CHECK_FALSE(tasks.is_head[step.Find("after_a")]);
  CHECK(tasks.is_head[step.Find("head")]);
  CHECK(tasks.before[step.Find("after_b")] == step.Find("b"));
}

TEST_CASE("a head takes the lane that was free when it was ready") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 100);
  maker.Add("b", "Op()", 0, 300);
  maker.Add("c", "Neg(a)", 400, 500);  // ready at 100, when b still ran
  const TaskStep step(maker);
  CHECK(step.tasks.lane[step.Find("c")] == step.tasks.lane[step.Find("a")]);
}

TEST_CASE("receives have lanes of their own") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10);
  maker.Add("RecvTensor", "", 10, 20);
  maker.Add("b", "_Recv()", 20, 30);
  const TaskStep step(maker);
  CHECK(step.tasks.kind[step.Find("RecvTensor")] == TaskKind::kReceive);
  CHECK(step.tasks.kind[step.Find("b")] == TaskKind::kReceive);
  CHECK(step.tasks.lanes == 3);
  CHECK(step.tasks.threads == 1);
}

}  // namespace tfprof
