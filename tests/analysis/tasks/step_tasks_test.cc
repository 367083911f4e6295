// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/step_tasks.h"

#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

namespace {

// A step's tasks with the records that they borrow. Not to be moved.
struct Step {
  explicit Step(StepMaker& maker) : records(maker.Finish()) {
    auto hosts = TasksByHost(records);
    REQUIRE(hosts.has_value());
    REQUIRE(hosts->size() == 1);
    tasks = std::move(hosts->front());
  }

  // "data x@0, control y@1" of who the `turn`th task of a node waits for: the
  // turns of the producers count tasks of a node, too.
  std::string WaitsOf(std::string_view node, size_t turn = 0) const {
    std::string text;
    for (const StepTasks::Producer& producer :
         tasks.producers[Find(node, turn)]) {
      if (!text.empty()) text += ", ";
      text += fmt::format("{} {}@{}", WordsOf(producer.wait),
                          records.strings[tasks.NodeOf(producer.task)],
                          TurnOf(producer.task));
    }
    return text;
  }

  size_t Find(std::string_view node, size_t turn = 0) const {
    for (size_t task = 0; task < tasks.size(); ++task) {
      if (records.strings[tasks.NodeOf(task)] == node && turn-- == 0) {
        return task;
      }
    }
    FAIL("no such task");
    return 0;
  }

  size_t TurnOf(size_t task) const {
    size_t turn = 0;
    for (size_t other = 0; other < task; ++other) {
      turn += tasks.NodeOf(other) == tasks.NodeOf(task) ? 1 : 0;
    }
    return turn;
  }

  StepRecords records;
  StepTasks tasks;
};

constexpr int64_t kHour = int64_t{3600} * 1'000'000'000;

}  // namespace

TEST_CASE("an operation waits for who made its inputs") {
  StepMaker maker;
  maker.Add("a", "Const()", 0, 10);
  maker.Add("b", "Const()", 0, 20);
  maker.Add("c", "Add(a, b:1, ^a, a:2, gone)", 20, 30);
  maker.Add("d", "NoOp(^a)", 20, 30);
  const Step step(maker);
  CHECK(step.WaitsOf("c") == "data a@0, data b@0");
  CHECK(step.WaitsOf("d") == "control a@0");
  CHECK(step.tasks.inputs_unknown == 1);
}

TEST_CASE("data wins over control, whichever comes first") {
  StepMaker maker;
  maker.Add("a", "Const()", 0, 10);
  maker.Add("b", "Add(^a, a)", 10, 20);
  maker.Add("c", "Add(a, ^a)", 10, 20);
  const Step step(maker);
  CHECK(step.WaitsOf("b") == "data a@0");
  CHECK(step.WaitsOf("c") == "data a@0");
}

TEST_CASE("an input that did not end before is unknown") {
  StepMaker maker;
  maker.Add("a", "Const()", 0, 100);
  maker.Add("b", "Neg(a)", 50, 60);
  const Step step(maker);
  CHECK(step.WaitsOf("b").empty());
  CHECK(step.tasks.inputs_unknown == 1);
}

TEST_CASE("the number of an edge is cut off an input") {
  StepMaker maker;
  maker.Add("a", "Const()", 0, 10);
  maker.Add("b", "Neg(a/_12)", 10, 20);
  const Step step(maker);
  CHECK(step.WaitsOf("b") == "data a@0");
}

TEST_CASE("what was received was made by the node that was sent") {
  StepMaker maker;
  maker.AddNode("b", "Neg", {"recv"});
  maker.AddNode("recv", "_Recv", {}, "edge");
  maker.AddNode("send", "_Send", {"a"}, "edge");
  maker.Add("a", "Const()", 0, 10);
  maker.Add("b", "Neg(nobody)", 10, 20);
  const Step step(maker);
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
  const Step step(maker);
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
  const Step step(maker);
  CHECK(step.WaitsOf("exit") == "data switch@0");
}

TEST_CASE("scheduled around the end of a task is by that end") {
  StepMaker maker;
  // Its window is [20, 30]: an execution that ended by 30 is early enough.
  maker.Add("other", "Op()", 0, 30, {.tail = 10});
  maker.Add("a", "Op()", 0, 5);
  maker.Add("a", "Op()", 10, 29);
  maker.Add("b", "Neg(a)", 40, 50, {.scheduled = 25});
  const Step step(maker);
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
  const Step step(maker);
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

TEST_CASE("kernels on another clock are moved to their launches") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "MatMul()", 0, 40, {.head = 5});
  maker.Add("b", "MatMul()", 50, 90, {.head = 5});
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("a:MatMul", "kernel", 17, 100, {.clock = kHour});
  maker.AddLabelled("b:MatMul", "kernel", 65, 200, {.clock = kHour});
  const Step step(maker);
  CHECK(step.tasks.clock_offset == StepMaker::kOrigin - kHour - 10);
  CHECK(step.tasks.start[step.Find("b", 1)] == StepMaker::kOrigin + 55);
  CHECK(NotesOn(step.tasks).back() ==
        fmt::format("kernel times were moved by {} us to fit their launches",
                    step.tasks.clock_offset / 1000));
}

TEST_CASE("what follows on a thread has its lane") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10'000, {.tail = 100});
  maker.Add("b", "Op()", 0, 10'000, {.tail = 100});
  // Scheduled within the last 100 ns of a and b. A head takes neither lane.
  maker.Add("after_a", "Op()", 10'050, 30'000, {.scheduled = 9'950});
  maker.Add("after_b", "Op()", 10'060, 12'000, {.scheduled = 9'960});
  maker.Add("head", "Op()", 10'100, 11'000, {.scheduled = 5});
  const Step step(maker);
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
  const Step step(maker);
  CHECK(step.tasks.lane[step.Find("c")] == step.tasks.lane[step.Find("a")]);
}

TEST_CASE("receives have lanes of their own") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10);
  maker.Add("RecvTensor", "", 10, 20);
  maker.Add("b", "_Recv()", 20, 30);
  const Step step(maker);
  CHECK(step.tasks.kind[step.Find("RecvTensor")] == TaskKind::kReceive);
  CHECK(step.tasks.kind[step.Find("b")] == TaskKind::kReceive);
  CHECK(step.tasks.lanes == 3);
  CHECK(step.tasks.threads == 1);
}

TEST_CASE("a circle of labels ends") {
  StepMaker maker;
  maker.Add("a", "Op(c)", 10, 10);
  maker.Add("b", "Op(a)", 10, 10);
  maker.Add("c", "Op(b, c)", 10, 10);
  const Step step(maker);
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
  const Step step(maker);
  CHECK(step.tasks.kind[0] == TaskKind::kKernel);
  CHECK(step.tasks.order == std::vector<uint32_t>{1, 0});
  CHECK(step.tasks.circular == 0);
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
  CHECK((*hosts)[0].size() == 1);
  CHECK((*hosts)[0].inputs_unknown == 1);
  CHECK((*hosts)[1].size() == 2);
}

TEST_CASE("records without a start are counted, a step of such is refused") {
  StepMaker maker;
  maker.AddExec({.name = "early"});
  maker.Add("a", "Op()", 0, 10);
  const Step step(maker);
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
