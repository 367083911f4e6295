// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/divide_waits.h"

#include "support/catch.h"
#include "support/path_step.h"

namespace tfprof {

TEST_CASE("an operation that waits for its stream is divided") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("k", "MatMul()", 0, 30'000);
  maker.Add("check", "CheckNumerics()", 100'000, 192'000,
            {.head = 2'000, .tail = 2'000});
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("k:MatMul", "", 20'000, 149'000, {});
  maker.AddLabelled("check:CheckNumerics", "", 150'000, 160'000, {});
  maker.AddLabelled("check:CheckNumerics", "MemcpyD2H", 161'000, 163'000, {});
  const PathStep step(maker, "/device:GPU:0/stream.*=2");
  CHECK(step.Chain() ==
        "start k 0+20000, launch k 0+129000, lane check 1000+10000, "
        "data check 1000+2000, stream check 0+29000");
  CheckSums(step);
  const StepTasks& tasks = step.hosts[0];
  CHECK(tasks.CountRecords() == 5);
  CHECK(tasks.size() == 6);
  // The host waits until its check is done, which was launched at 102 us.
  CHECK(step.answer.what_ifs[0].shrink_ns == 192'000 - 139'000);
  CHECK(step.answer.what_ifs[0].matched == 3);
}

TEST_CASE("an activity that began long after everything else was launched") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("check", "CheckNumerics()", 0, 90'000,
            {.head = 2'000, .tail = 2'000});
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("check:CheckNumerics", "", 50'000, 60'000, {});
  const PathStep step(maker);
  CHECK(step.hosts[0].lag[step.hosts[0].size() - 2] == 50'000);
  CheckSums(step);
}

TEST_CASE("a launch waits for a place in a full queue") {
  constexpr int kLaunches = 1002;
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  std::vector<std::string> names;
  for (int i = 0; i < kLaunches; ++i) names.push_back(fmt::format("k{}", i));
  for (int i = 0; i < kLaunches; ++i) {
    // The last waits until the second kernel has ended.
    const int64_t end = i + 1 == kLaunches ? 40'010 : 10 * i + 10;
    maker.Add(names[i], "MatMul()", 10 * i, end);
  }
  maker.BeginDevice(StepMaker::kStream);
  for (int i = 0; i < kLaunches; ++i) {
    maker.AddLabelled(names[i] + ":MatMul", "", 20'000 * (i + 1) - 19'995,
                      20'000 * (i + 1), {});
  }
  const PathStep step(maker);
  const StepTasks& tasks = step.hosts[0];
  CHECK(tasks.size() == 2 * kLaunches + 1);
  uint64_t streams = 0;
  for (size_t task = 0; task < tasks.size(); ++task) {
    for (const auto& producer : tasks.producers[task]) {
      if (producer.wait != Wait::kStream) continue;
      ++streams;
      CHECK(tasks.end[producer.task] == StepMaker::kOrigin + 40'000);
      CHECK(tasks.part[task] == 1);
    }
  }
  CHECK(streams == 1);
  CheckSums(step);
}

TEST_CASE("the slow GPU of a collective is on the path, the others wait") {
  constexpr std::string_view kOther =
      "/job:localhost/replica:0/task:0/device:GPU:1";
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("fast", "MatMul()", 0, 10);
  maker.Add("all", "NcclAllReduce(fast)", 10, 20);
  maker.BeginDevice(kOther);
  maker.Add("slow", "MatMul()", 0, 10);
  maker.Add("all_1", "NcclAllReduce(slow)", 10, 20);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("fast:MatMul", "", 5, 100, {});
  maker.AddLabelled("all:NcclAllReduce", "", 100, 520, {});
  maker.BeginDevice("/device:GPU:1/stream:14");
  maker.AddLabelled("slow:MatMul", "", 5, 500, {});
  maker.AddLabelled("all_1:NcclAllReduce", "", 500, 521, {});
  const PathStep step(maker);
  CHECK(step.Chain() ==
        "start slow 0+5, launch slow 0+495, lane all_1 0+21");
  CheckSums(step);
  // The wait of the fast GPU is not work.
  CHECK(step.answer.path.work_ns == 40 + 95 + 495 + 20 + 21);
}

TEST_CASE("a short kernel within its own launch proves no wait") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "MatMul()", 0, 100);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("a:MatMul", "", 20, 50, {});
  const PathStep step(maker);
  CHECK(step.hosts[0].size() == 2);
}

TEST_CASE("time in which a stream is busy is a wait, not a gap") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "Conv2D()", 0, 10);
  maker.Add("side", "Conv2D()", 10, 20);
  maker.Add("b", "Conv2D(a)", 20, 30);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("a:Conv2D", "", 5, 100, {});
  maker.AddLabelled("b:Conv2D", "", 165, 300, {});
  maker.BeginDevice("/device:GPU:0/stream:20");
  maker.AddLabelled("side:Conv2D", "", 110, 160, {});
  const PathStep step(maker);
  CHECK(step.Chain() == "start a 0+5, launch a 0+95, lane b 15~50+135");
  CHECK(step.answer.path.chain_wait_ns == 50);
  CHECK(step.answer.path.stream_busy_ns == 95 + 135 + 50);
  CHECK(step.answer.path.chain_stream_ns == 95 + 135);
  CheckSums(step);
}

TEST_CASE("launches keep the order of their thread, and operations do not") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 50);
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("b", "MatMul(a)", 50, 60);
  maker.Add("c", "MatMul(a)", 60, 70);
  const PathStep step(maker);
  const StepTasks& tasks = step.hosts[0];
  CHECK(tasks.lane[1] == tasks.lane[0]);
  CHECK(tasks.lane[2] == tasks.lane[0]);
  CHECK(tasks.pool_threads == 1);
  CHECK(step.answer.unchanged.list_ns == 70);
}

}  // namespace tfprof
