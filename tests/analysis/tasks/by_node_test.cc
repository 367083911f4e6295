// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/by_node.h"

#include "support/catch.h"
#include "support/task_step.h"

namespace tfprof {

namespace {

StringId IdOf(const TaskStep& step, std::string_view text) {
  return step.records.strings.Find(text);
}

// Two executions of a, of which the first to start is the last to end.
StepMaker TwoTurns() {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 100);
  maker.Add("b", "Op()", 5, 6);
  maker.Add("a", "Op()", 10, 20);
  return maker;
}

}  // namespace

TEST_CASE("executions of a node are found by start and by end") {
  StepMaker maker = TwoTurns();
  const TaskStep step(maker);
  const ByNode by_node(step.tasks, {TaskKind::kOperation});
  const StringId a = IdOf(step, "a");
  const auto first = static_cast<uint32_t>(step.Find("a", 0));
  const auto second = static_cast<uint32_t>(step.Find("a", 1));
  const auto at = [](int64_t ns) { return StepMaker::kOrigin + ns; };
  CHECK(by_node.CountOf(a) == 2);
  CHECK(by_node.LastToStart(a, at(-1)) == StepTasks::kNone);
  CHECK(by_node.LastToStart(a, at(9)) == first);
  CHECK(by_node.LastToStart(a, at(10)) == second);
  CHECK(by_node.LastToEnd(a, at(19)) == StepTasks::kNone);
  CHECK(by_node.LastToEnd(a, at(20)) == second);
  CHECK(by_node.LastToEnd(a, at(100)) == first);
}

TEST_CASE("turns are counted by node") {
  StepMaker maker = TwoTurns();
  const TaskStep step(maker);
  const std::vector<uint32_t> turns =
      ByNode(step.tasks, {TaskKind::kOperation}).Turns();
  CHECK(turns[step.Find("a", 0)] == 0);
  CHECK(turns[step.Find("b")] == 0);
  CHECK(turns[step.Find("a", 1)] == 1);
}

TEST_CASE("tasks of other kinds are not there") {
  StepMaker maker = TwoTurns();
  const TaskStep step(maker);
  const ByNode by_node(step.tasks, {TaskKind::kKernel});
  CHECK(by_node.CountOf(IdOf(step, "a")) == 0);
  CHECK(by_node.LastToStart(IdOf(step, "a"), INT64_MAX) == StepTasks::kNone);
}

TEST_CASE("work within two times began and ended within them") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "Op()", 0, 5);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("a:Op", "kernel", 10, 50, {});
  maker.AddLabelled("a:Op", "kernel", 20, 30, {});
  const TaskStep step(maker);
  const ByNode kernels(step.tasks, {TaskKind::kKernel});
  const WorkSpans spans(kernels);
  const auto within = [&](int64_t start, int64_t end) {
    return spans.LastWithin(IdOf(step, "a"), StepMaker::kOrigin + start,
                            StepMaker::kOrigin + end);
  };
  const auto outer = static_cast<uint32_t>(step.Find("a", 1));
  const auto inner = static_cast<uint32_t>(step.Find("a", 2));
  CHECK(within(10, 50) == outer);
  CHECK(within(11, 50) == inner);
  CHECK(within(10, 49) == inner);
  CHECK(within(21, 50) == StepTasks::kNone);
  CHECK(within(10, 29) == StepTasks::kNone);
}

}  // namespace tfprof
