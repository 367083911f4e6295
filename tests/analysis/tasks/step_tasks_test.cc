// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/step_tasks.h"

#include "support/catch.h"
#include "support/task_step.h"

namespace tfprof {

namespace {

constexpr int64_t kHour = int64_t{3600} * 1'000'000'000;

}  // namespace

TEST_CASE("kernels on another clock are moved to their launches") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "MatMul()", 0, 40, {.head = 5});
  maker.Add("b", "MatMul()", 50, 90, {.head = 5});
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("a:MatMul", "kernel", 17, 100, {.clock = kHour});
  maker.AddLabelled("b:MatMul", "kernel", 65, 200, {.clock = kHour});
  const TaskStep step(maker);
  CHECK(step.tasks.clock_offset == StepMaker::kOrigin - kHour - 10);
  CHECK(step.tasks.start[step.Find("b", 1)] == StepMaker::kOrigin + 55);
  CHECK(NotesOn(step.tasks).back() ==
        fmt::format("kernel times were moved by {} us to fit their launches",
                    step.tasks.clock_offset / 1000));
}

TEST_CASE("each host has a step of its own") {
  StepMaker maker;
  maker.BeginDevice("/job:w/replica:0/task:1/device:CPU:0");
  maker.Add("a", "Op()", 5, 10);
  maker.BeginDevice("/job:w/replica:0/task:0/device:CPU:0");
  maker.Add("b", "Op(a)", 20, 30);
  maker.BeginDevice("/job:w/replica:0/task:1/device:GPU:0/stream:1");
  maker.AddLabelled("k", "kernel", 5, 10, {});
  const StepRecords records = maker.Finish();
  const auto hosts = TasksByHost(records);
  REQUIRE(hosts->size() == 2);
  CHECK(records.strings[(*hosts)[0].host] == "/job:w/replica:0/task:0");
  // The kernel is of no operation, so it goes to the first host.
  CHECK((*hosts)[0].size() == 2);
  CHECK((*hosts)[0].inputs_unknown == 1);
  CHECK((*hosts)[1].size() == 1);
}

TEST_CASE("records without a start are counted, a step of such is refused") {
  StepMaker maker;
  maker.AddExec({.name = "early"});
  maker.Add("a", "Op()", 0, 10);
  const TaskStep step(maker);
  CHECK(step.tasks.size() == 1);
  CHECK(step.tasks.without_time == 1);
  StepMaker empty;
  empty.AddExec({.name = "a"});
  const StepRecords records = empty.Finish();
  CHECK(TasksByHost(records).error().code == ErrorCode::kNotFound);
}

TEST_CASE("a step that the recorder may have cut is refused") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10);
  StepRecords records = maker.Finish();
  records.recorded = StepRecords::kMostCollected;
  CHECK(TasksByHost(records).error().code == ErrorCode::kLimit);
}

TEST_CASE("a step that lasts for months is damaged") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10);
  maker.Add("b", "Op()", int64_t{100} * 24 * kHour, int64_t{100} * 24 * kHour);
  const StepRecords records = maker.Finish();
  CHECK(TasksByHost(records).error().code == ErrorCode::kCorrupt);
}

}  // namespace tfprof
