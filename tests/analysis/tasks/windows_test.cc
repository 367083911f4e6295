// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/windows.h"

#include "support/catch.h"
#include "support/task_step.h"

namespace tfprof {

namespace {

// The node around whose end the last task was scheduled, or "none".
std::string Around(StepMaker maker, int64_t most_ns = kWholeWindow) {
  const TaskStep step(maker);
  const uint32_t task = ScheduledAround(step.tasks, most_ns)[step.Find("x")];
  return task == StepTasks::kNone
             ? "none"
             : std::string(step.records.strings[step.tasks.NodeOf(task)]);
}

}  // namespace

TEST_CASE("an operation is scheduled between another's work and its end") {
  const auto scheduled = [](int64_t when) {
    StepMaker maker;
    maker.Add("a", "Op()", 0, 100, {.tail = 40});
    maker.Add("x", "Op()", 200, 300, {.scheduled = when});
    return Around(std::move(maker));
  };
  CHECK(scheduled(59) == "none");
  CHECK(scheduled(60) == "a");
  CHECK(scheduled(100) == "a");
  CHECK(scheduled(101) == "none");
  CHECK(scheduled(-1) == "none");  // not recorded
}

TEST_CASE("of several windows the first to end counts") {
  StepMaker maker;
  maker.Add("late", "Op()", 0, 90, {.tail = 50});
  maker.Add("early", "Op()", 0, 80, {.tail = 50});
  maker.Add("x", "Op()", 200, 300, {.scheduled = 60});
  CHECK(Around(std::move(maker)) == "early");
}

TEST_CASE("a window lasts no longer than it is told to") {
  const auto within = [](int64_t most_ns) {
    StepMaker maker;
    maker.Add("a", "Op()", 0, 100, {.tail = 40});
    maker.Add("x", "Op()", 200, 300, {.scheduled = 70});
    return Around(std::move(maker), most_ns);
  };
  CHECK(within(30) == "a");
  CHECK(within(29) == "none");
}

TEST_CASE("a window that ends after the start is not the one") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 100, {.tail = 60});
  maker.Add("x", "Op()", 90, 300, {.scheduled = 50});
  CHECK(Around(std::move(maker)) == "none");
}

}  // namespace tfprof
