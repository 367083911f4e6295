// SPDX-License-Identifier: Apache-2.0
// The steps of a recording, their lengths, and their members.
#include <string>
#include <utility>
#include <vector>

#include "recorded/recorded_steps.h"
#include "support/catch.h"
#include "support/recorded_maker.h"

namespace tfprof {

namespace {

struct Window {
  std::string name;
  int64_t number = 0;
  int64_t begin = 0;  // us
  int64_t length = 0;
  std::string_view length_is;
  uint64_t records = 0;

  friend bool operator==(const Window&, const Window&) = default;

  friend std::ostream& operator<<(std::ostream& out, const Window& window) {
    return out << window.name << " " << window.number << " from "
               << window.begin << ", " << window.length << ", "
               << window.length_is << ", " << window.records << " records";
  }
};

std::vector<Window> WindowsOf(const RecordedSteps& found) {
  std::vector<Window> windows;
  for (const HostStep& step : found.steps) {
    windows.push_back({step.name, step.number, step.begin_ps / kUs,
                       step.length_ps / kUs, WordsOf(step.length_is),
                       step.records});
  }
  return windows;
}

}  // namespace

TEST_CASE("A marker within another is no step, and numbers are the user's") {
  RecordedMaker maker;
  maker.Marker(0, " train #step_num=20#", 20, 0, 100);
  maker.Marker(0, "inner", 1, 10, 20);
  maker.Marker(0, "train", 21, 100, 250);
  const auto host = maker.Finish();
  const RecordedSteps found = FindSteps(*host);
  CHECK(WordsOf(found.steps_are) == "steps by markers");
  CHECK(WindowsOf(found) ==
        std::vector<Window>{{"train", 20, 0, 100, "marker", 0},
                            {"train", 21, 100, 150, "marker", 0}});
}

TEST_CASE("Numbers that repeat in a name give way to 0, 1, 2 by time") {
  RecordedMaker maker;
  maker.Marker(0, "train", 7, 0, 10);
  maker.Marker(0, "eval", 3, 10, 20);
  maker.Marker(0, "train", 7, 20, 30);
  const auto host = maker.Finish();
  CHECK(WindowsOf(FindSteps(*host)) ==
        std::vector<Window>{{"train", 0, 0, 10, "marker", 0},
                            {"eval", 3, 10, 10, "marker", 0},
                            {"train", 1, 20, 10, "marker", 0}});
}

TEST_CASE("Threads that mark one step at a time have one step, the longest") {
  RecordedMaker maker;
  maker.Marker(0, "train", 1, 0, 50);
  maker.Marker(0, "train", 2, 60, 100);
  maker.Marker(1, "train", 1, 10, 90);
  const auto host = maker.Finish();
  CHECK(WindowsOf(FindSteps(*host)) ==
        std::vector<Window>{{"train", 1, 10, 80, "marker", 0},
                            {"train", 2, 60, 40, "marker", 0}});
}

TEST_CASE("Old releases name steps by graph_type and mark work by groups") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("dense/MatMul");
  for (int64_t step = 0; step < 2; ++step) {
    const uint32_t marker =
        maker.Marker(0, "TraceContext", step, 100 * step, 100 * step + 90);
    maker.StatsOf(marker).graph_type = maker.host().strings.Intern("train");
    maker.StatsOf(marker).has |= HostEvents::kGroupId;
    maker.StatsOf(marker).group_id = 40 + step;
  }
  // Begins in the first step, but is of the second; one is of no step.
  maker.Group(maker.Work(gpu, 10, 20, node), 41);
  maker.Group(maker.Work(gpu, 30, 40, node), 39);
  const auto host = maker.Finish();
  const RecordedSteps found = FindSteps(*host);
  CHECK(WindowsOf(found) ==
        std::vector<Window>{{"train", 0, 0, 90, "marker", 0},
                            {"train", 1, 100, 90, "marker", 1}});
  CHECK(found.outside_ps == 10 * kUs);
  REQUIRE(host->notices.size() == 1);
  CHECK(host->notices[0].code == "steps cut by the edge of the recording");
  CHECK(host->notices[0].count == 1);
}

TEST_CASE("Work belongs to the step that launched it, whenever it runs") {
  RecordedMaker maker;
  maker.Marker(0, "train", 0, 0, 10);
  const uint32_t first = maker.Event(0, "enqueue", 2, 3);
  maker.Marker(0, "train", 1, 20, 30);
  const uint32_t second = maker.Event(0, "enqueue", 22, 23);
  // A pool's region was closed in the second step, but works for the first.
  maker.Event(1, "ThreadpoolListener::Region", 15, 60);
  const uint32_t in_first = maker.Event(1, "launch", 16, 17);
  const uint32_t in_second = maker.Event(1, "launch", 40, 41);
  maker.Link(first, in_first);
  maker.Link(second, in_second);
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("k");
  maker.Work(gpu, 22, 100, node, in_first);
  maker.Work(gpu, 100, 190, node, in_second);
  const auto host = maker.Finish();
  const RecordedSteps found = FindSteps(*host);
  CHECK(found.step_of_work == std::vector<uint32_t>{0, 1});
  // The loop waits for no result.
  CHECK(
      WindowsOf(found) ==
      std::vector<Window>{{"train", 0, 22, 78, "from the begin of its work", 1},
                          {"train", 1, 100, 90, "end to end of work", 1}});
}

TEST_CASE("A chain takes the nearest marker, however long chains are") {
  RecordedMaker maker;
  maker.Marker(0, "train", 0, 0, 10);
  uint32_t last = maker.Event(0, "enqueue", 2, 3);
  maker.Marker(0, "train", 1, 20, 30);
  const uint32_t near = maker.Event(0, "enqueue", 21, 22);
  std::vector<uint32_t> chain;
  for (uint32_t i = 0; i < 5; ++i) {
    chain.push_back(maker.Event(1 + i, "pass on", 40 + i, 41 + i));
  }
  const uint32_t both = maker.Event(9, "outer", 50, 60);
  const uint32_t launch = maker.Event(9, "launch", 51, 52);
  for (const uint32_t next : chain) {
    maker.Link(last, next);
    last = next;
  }
  maker.Link(last, launch);
  maker.Link(near, both);
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  maker.Work(gpu, 60, 70, maker.Node("k"), launch);
  maker.Work(gpu, 80, 90, maker.Node("k"), chain.back());
  const auto host = maker.Finish();
  const RecordedSteps found = FindSteps(*host);
  CHECK(found.steps[found.step_of_work[0]].number == 1);
  CHECK(found.steps[found.step_of_work[1]].number == 0);
}

TEST_CASE("A launch outside of chains belongs to the marker that holds it") {
  RecordedMaker maker;
  maker.Marker(0, "train", 0, 0, 10);
  maker.Marker(0, "train", 1, 10, 20);
  const uint32_t at_edge = maker.Event(1, "launch", 10, 11);
  const uint32_t outside = maker.Event(1, "launch", 30, 31);
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("k");
  maker.Work(gpu, 11, 12, node, at_edge);
  maker.Work(gpu, 32, 33, node, outside);
  maker.Work(gpu, 5, 6, node);
  const auto host = maker.Finish();
  CHECK(FindSteps(*host).step_of_work ==
        std::vector<uint32_t>{1, RecordedSteps::kOutside, 0});
}

TEST_CASE(
    "Runs without a launch are paired with calls, the last with the last") {
  RecordedMaker maker;
  maker.Marker(0, "train", 0, 10, 20);
  maker.Event(0, "PjitFunction(f)", 11, 19);
  maker.Event(0, "PjitFunction(f)", 12, 18);  // the same call
  maker.Marker(0, "train", 1, 30, 40);
  maker.Event(0, "PjitFunction(f)", 31, 32);
  const uint32_t cpu = maker.Device(DeviceKind::kCpu);
  const uint32_t node = maker.Node("dot", "jit_f(1)", "dot.1");
  for (const int64_t begin : {5, 33, 50}) {
    maker.Run(cpu, "jit_f", {maker.Work(cpu, begin, begin + 1, node)});
  }
  const auto host = maker.Finish();
  CHECK(FindSteps(*host).step_of_work ==
        std::vector<uint32_t>{RecordedSteps::kOutside, 0, 1});
}

TEST_CASE("Pairs of a module count only if every run begins after its call") {
  RecordedMaker maker;
  maker.Marker(0, "train", 0, 10, 20);
  maker.Event(0, "PjitFunction(f)", 11, 12);
  maker.Marker(0, "train", 1, 30, 40);
  maker.Event(0, "PjitFunction(f)", 35, 36);
  const uint32_t cpu = maker.Device(DeviceKind::kCpu);
  const uint32_t node = maker.Node("dot", "jit_f(1)", "dot.1");
  maker.Run(cpu, "jit_f", {maker.Work(cpu, 31, 32, node)});
  maker.Run(cpu, "jit_f", {maker.Work(cpu, 33, 34, node)});
  const auto host = maker.Finish();
  CHECK(FindSteps(*host).step_of_work == std::vector<uint32_t>{1, 1});
}

TEST_CASE("A loop is asynchronous if most of its work ends late") {
  const auto steps_of = [](int64_t late) {
    RecordedMaker maker;
    for (int64_t step = 0; step < 3; ++step) {
      maker.Marker(0, "train", step, 1000 * step, 1000 * step + 500);
    }
    const uint32_t gpu = maker.Device(DeviceKind::kGpu);
    const uint32_t node = maker.Node("k");
    maker.Work(gpu, 100, 500 + late, node);
    maker.Work(gpu, 1100, 1500 + late, node);
    maker.Work(gpu, 2100, 2500, node);
    const auto host = maker.Finish();
    return WindowsOf(FindSteps(*host));
  };
  // 10 us, and 1 % of the marker, are no more than noise.
  CHECK(steps_of(10)[1] == Window{"train", 1, 1000, 500, "marker", 1});
  CHECK(steps_of(11)[1] ==
        Window{"train", 1, 511, 1000, "end to end of work", 1});
}

TEST_CASE("Steps of devices are joined by label where they touch in time") {
  RecordedMaker maker;
  const uint32_t a = maker.Device(DeviceKind::kGpu, 0);
  const uint32_t b = maker.Device(DeviceKind::kGpu, 1);
  const uint32_t node = maker.Node("k");
  maker.Part(a, "7", 0, 100);
  maker.Part(b, "7", 50, 100);
  maker.Part(a, "8", 1000, 10);
  maker.Part(b, "8", 2000, 10);
  maker.Work(a, 10, 20, node);
  maker.Work(a, 1005, 1500, node);
  maker.Work(b, 10, 20, node);
  maker.Work(b, 2001, 2002, node);
  const auto host = maker.Finish();
  const RecordedSteps found = FindSteps(*host);
  CHECK(WordsOf(found.steps_are) == "steps of the device");
  constexpr std::string_view kIs = "steps line of the device";
  // The labels repeat, so the steps are numbered by time.
  CHECK(WindowsOf(found) == std::vector<Window>{{"step", 0, 0, 150, kIs, 1},
                                                {"step", 1, 1000, 10, kIs, 1},
                                                {"step", 2, 2000, 10, kIs, 1}});
  CHECK(found.step_of_work ==
        std::vector<uint32_t>{0, 1, RecordedSteps::kOutside, 2});
}

TEST_CASE("A device's work follows its group before its time") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("k");
  maker.Part(gpu, "train 4", 0, 100, 1);
  maker.Part(gpu, "train 5", 100, 100, 2);
  maker.Group(maker.Work(gpu, 150, 160, node), 1);
  maker.Group(maker.Work(gpu, 150, 160, node), 9);
  const auto host = maker.Finish();
  const RecordedSteps found = FindSteps(*host);
  CHECK(WindowsOf(found)[1].number == 5);
  CHECK(found.steps[0].name == "train");
  CHECK(found.step_of_work == std::vector<uint32_t>{0, 1});
}

TEST_CASE("Runs of the heaviest program on TPUs are steps, the last together") {
  RecordedMaker maker;
  const uint32_t a = maker.Device(DeviceKind::kTpu, 0);
  const uint32_t b = maker.Device(DeviceKind::kTpu, 1);
  const uint32_t node = maker.Node("fusion", "jit_f(1)", "fusion.1");
  const uint32_t other = maker.Node("copy", "jit_g(2)", "copy.1");
  maker.Run(a, "jit_f", {maker.Work(a, 0, 100, node)});
  maker.Run(a, "jit_g", {maker.Work(a, 100, 110, other)});
  maker.Run(a, "jit_f", {maker.Work(a, 120, 220, node)});
  maker.Run(b, "jit_f", {maker.Work(b, 130, 240, node)});
  const auto host = maker.Finish();
  const RecordedSteps found = FindSteps(*host);
  CHECK(WordsOf(found.steps_are) == "runs of a program");
  CHECK(
      WindowsOf(found) ==
      std::vector<Window>{{"jit_f", 0, 0, 100, "from the begin of its work", 2},
                          {"jit_f", 1, 100, 140, "end to end of work", 2}});
}

TEST_CASE("A step of a call has all that was launched until the next call") {
  RecordedMaker maker;
  maker.Event(0, "PjitFunction(f)", 0, 5);
  const uint32_t first = maker.Event(0, "cuLaunchKernel", 1, 2);
  const uint32_t lost = maker.Event(0, "cuLaunchKernel", 8, 9);
  maker.Event(0, "PjitFunction(f)", 10, 15);  // without work
  maker.Event(0, "PjitFunction(f)", 20, 25);
  const uint32_t third = maker.Event(0, "cuLaunchKernel", 21, 22);
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("dot", "jit_f(1)", "dot.1");
  maker.Work(gpu, 30, 40, node, first);
  maker.Work(gpu, 40, 42, maker.Node("copy"), lost);
  maker.Work(gpu, 50, 70, node, third);
  const auto host = maker.Finish();
  const RecordedSteps found = FindSteps(*host);
  CHECK(WordsOf(found.steps_are) == "calls of a function");
  CHECK(
      WindowsOf(found) ==
      std::vector<Window>{{"jit_f", 0, 30, 12, "from the begin of its work", 2},
                          {"jit_f", 1, 42, 28, "end to end of work", 1}});
}

TEST_CASE("Without work a step of JAX is its call") {
  RecordedMaker maker;
  maker.Event(0, "PjitFunction(a b)", 0, 5);
  maker.Event(0, "PjitFunction(g)", 6, 7);
  maker.Event(0, "backend_compile", 10, 11);
  maker.Event(0, "PjitFunction(a b)", 20, 26);
  maker.Event(0, "backend_compile", 21, 22);
  maker.Event(0, "PjitFunction(g)", 27, 28);
  const auto host = maker.Finish();
  const RecordedSteps found = FindSteps(*host);
  CHECK(WindowsOf(found) ==
        std::vector<Window>{{"jit_a_b", 0, 0, 5, "call", 0},
                            {"jit_a_b", 1, 20, 6, "call", 0}});
  CHECK_FALSE(found.steps[0].has_compiled);
  CHECK(found.steps[1].has_compiled);
}

TEST_CASE("Calls of a function of TensorFlow are steps, those of tf.data not") {
  RecordedMaker maker;
  for (const int64_t begin : {0, 100}) {
    maker.Event(0, "$train.py:1 main", begin, begin + 90);
    maker.Event(0, "EagerExecute", begin + 10, begin + 80);
    const uint32_t call = maker.Event(0, "f", begin + 11, begin + 79);
    maker.StatsOf(call).has |= HostEvents::kFunctionCall;
    const uint32_t run = maker.Event(0, "FunctionRun", begin + 20, begin + 70);
    maker.StatsOf(run).has |= HostEvents::kRoot;
  }
  maker.Event(1, "InstantiatedCapturedFunction::Run", 0, 50);
  const uint32_t of_input = maker.Event(1, "FunctionRun", 1, 2);
  maker.StatsOf(of_input).has |= HostEvents::kRoot;
  const auto host = maker.Finish();
  CHECK(WindowsOf(FindSteps(*host)) ==
        std::vector<Window>{{"f", 0, 10, 70, "call", 0},
                            {"f", 1, 110, 70, "call", 0}});
}

TEST_CASE("Without steps the recording is one, from first to last work") {
  RecordedMaker maker;
  maker.Event(0, "PjitFunction(f)", 0, 5);
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("k");
  maker.Work(gpu, 30, 40, node);
  maker.Work(gpu, 60, 65, node);
  const auto host = maker.Finish();
  const RecordedSteps found = FindSteps(*host);
  CHECK(WordsOf(found.steps_are) == "no steps: the whole file is one");
  CHECK(WindowsOf(found) == std::vector<Window>{{"", 0, 30, 35, "whole", 2}});
}

TEST_CASE("Kernels of an instruction that repeat are its runs") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t a = maker.Node("a", "jit_f(1)", "dot.1");
  const uint32_t b = maker.Node("b", "jit_f(1)", "dot.1");
  const uint32_t other = maker.Node("c", "jit_f(1)", "add.1");
  const uint32_t lone = maker.Node("memset");
  int64_t at = 0;
  for (const uint32_t node : {a, b, lone, a, b, other, a, b, a}) {
    maker.Work(gpu, at, at + 1, node);
    ++at;
  }
  const auto host = maker.Finish();
  CHECK(FindSteps(*host).runs_of_work ==
        std::vector<uint32_t>{2, 0, 1, 0, 0, 1, 1, 0, 0});
}

}  // namespace tfprof
