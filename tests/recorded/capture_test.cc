// SPDX-License-Identifier: Apache-2.0
// Processes of one capture, their steps together, and which of them count.
#include "recorded/capture.h"

#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/recorded_maker.h"

namespace tfprof {

namespace {

struct MarkedStep {
  std::string name;
  int64_t number = 0;
  int64_t length = 0;
  bool has_work = true;
  bool compiles = false;
};

std::shared_ptr<RecordedHost> HostOf(const std::vector<MarkedStep>& steps,
                                     std::string_view name = "worker") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("k");
  int64_t at = 0;
  for (const MarkedStep& step : steps) {
    maker.Marker(0, step.name, step.number, at, at + step.length);
    if (step.compiles) maker.Event(0, "backend_compile", at + 1, at + 2);
    if (step.has_work) maker.Work(gpu, at, at + step.length / 2, node);
    at += step.length;
  }
  return maker.Finish(name);
}

std::vector<int64_t> UsedNumbers(const Capture& capture) {
  std::vector<int64_t> numbers;
  for (const StepOfAll& step : capture.steps) {
    if (step.is_used) numbers.push_back(step.number);
  }
  return numbers;
}

std::vector<int64_t> Chosen(const Capture& capture, std::string_view text) {
  const auto choice = capture.Choose(*ParseStepSelection(text));
  REQUIRE(choice);
  std::vector<int64_t> numbers;
  for (const uint32_t row : choice->steps) {
    numbers.push_back(capture.steps[row].number);
  }
  return numbers;
}

}  // namespace

TEST_CASE("Warm steps are neither the first nor compiled nor without records") {
  const Capture capture = MakeCapture({HostOf({{"train", 10, 100},
                                               {"train", 11, 100},
                                               {"train", 12, 900, true, true},
                                               {"train", 13, 100, false},
                                               {"train", 14, 100}})});
  CHECK(UsedNumbers(capture) == std::vector<int64_t>{11, 14});
}

TEST_CASE("Without a warm step those with records count, else all") {
  const Capture with =
      MakeCapture({HostOf({{"train", 0, 10}, {"train", 1, 10, false}})});
  CHECK(UsedNumbers(with) == std::vector<int64_t>{0});
  const Capture without = MakeCapture(
      {HostOf({{"train", 0, 10, false, true}, {"train", 1, 10, false, true}})});
  CHECK(UsedNumbers(without) == std::vector<int64_t>{0, 1});
}

TEST_CASE("The default series has most steps, then is the longest") {
  std::vector<MarkedStep> steps{{"eval", 0, 50}, {"train", 0, 10}};
  CHECK(MakeCapture({HostOf(steps)}).default_name == "eval");
  steps.push_back({"train", 1, 10});
  const Capture capture = MakeCapture({HostOf(steps)});
  CHECK(capture.default_name == "train");
  CHECK(Chosen(capture, "warm") == std::vector<int64_t>{1});
  CHECK(Chosen(capture, "all").size() == 3);
  CHECK(Chosen(capture, "eval") == std::vector<int64_t>{0});
  CHECK(Chosen(capture, "train:0-1") == std::vector<int64_t>{0, 1});
  CHECK(Chosen(capture, "first") == std::vector<int64_t>{0});
  CHECK(Chosen(capture, "1") == std::vector<int64_t>{1});
  const auto unknown = capture.Choose(*ParseStepSelection("trein"));
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().message ==
        "--steps=trein: no steps have that name, did you mean 'train'?; names "
        "of steps: eval, train");
  CHECK_FALSE(capture.Choose(*ParseStepSelection("train:5")));
}

TEST_CASE("Latencies are by nearest rank") {
  std::vector<MarkedStep> steps;
  for (int64_t i = 0; i <= 10; ++i) steps.push_back({"call", i, 10 * (i + 1)});
  const Capture capture = MakeCapture({HostOf(steps)});
  REQUIRE(capture.names.size() == 1);
  const StepNameRow& row = capture.names[0];
  CHECK(row.steps == 10);
  CHECK(row.median_ps == 60 * kUs);
  CHECK(row.p90_ps == 100 * kUs);
  CHECK(row.p99_ps == 110 * kUs);
  CHECK(row.most_ps == 110 * kUs);
  CHECK(NearestRank({3}, 50) == 3);
  CHECK(NearestRank({2, 1}, 50) == 1);
}

TEST_CASE("Steps of processes are paired by name and number") {
  const Capture capture = MakeCapture(
      {HostOf({{"train", 3, 10}, {"train", 4, 10}, {"train", 5, 30}}, "a"),
       HostOf({{"train", 4, 20}, {"train", 5, 20}, {"train", 6, 20}}, "b")});
  REQUIRE(capture.steps.size() == 4);
  CHECK(capture.steps[1].number == 4);
  CHECK(capture.steps[1].processes == 2);
  CHECK(capture.steps[1].length_ps == 20 * kUs);
  CHECK(capture.steps[2].length_ps == 30 * kUs);
  CHECK(capture.steps[3].processes == 1);
  CHECK(UsedNumbers(capture) == std::vector<int64_t>{5});
  CHECK(capture.processes[1].prefix == "/b");
}

TEST_CASE("Files of one host are ranks: by name, by process, by place") {
  const auto ranks_of = [](std::vector<std::shared_ptr<RecordedHost>> hosts) {
    std::vector<std::string> labels;
    for (const auto& process : MakeCapture(std::move(hosts)).processes) {
      labels.push_back(process.label + " " + process.host->file_stem);
    }
    return labels;
  };
  const auto file = [](std::string stem, std::optional<int64_t> process = {}) {
    const auto host = HostOf({{"train", 0, 10}}, "gpu7");
    host->file_stem = std::move(stem);
    host->process_id = process;
    return host;
  };
  CHECK(ranks_of({file("gpu7.10"), file("gpu7.9")}) ==
        std::vector<std::string>{"gpu7#9 gpu7.9", "gpu7#10 gpu7.10"});
  // The number of the host's own name says nothing.
  CHECK(ranks_of({file("gpu7-a", 900), file("gpu7-b", 800)}) ==
        std::vector<std::string>{"gpu7#0 gpu7-b", "gpu7#1 gpu7-a"});
  CHECK(ranks_of({file("gpu7-a", 900), file("gpu7-b", 900)}) ==
        std::vector<std::string>{"gpu7#0 gpu7-a", "gpu7#1 gpu7-b"});
  CHECK(ranks_of({file("x")}) == std::vector<std::string>{"gpu7 x"});
}

TEST_CASE("Busy, waiting and idle make the length of each step") {
  RecordedMaker maker;
  maker.Marker(0, "train", 0, 0, 100);
  maker.Marker(0, "train", 1, 100, 200);
  const uint32_t tpu = maker.Device(DeviceKind::kTpu);
  maker.Device(DeviceKind::kTpu, 1);
  const uint32_t node = maker.Node("k");
  maker.Work(tpu, 10, 40, node);
  const uint32_t wait = maker.Work(tpu, 30, 60, node);
  maker.Work(tpu, 90, 105, node);
  maker.host().work.rows[wait].is_wait = true;
  const Capture capture = MakeCapture({maker.Finish()});
  const std::vector<StepDeviceUse> first = UsesOf(capture.processes[0], 0);
  REQUIRE(first.size() == 1);  // a device without work has no row
  CHECK(first[0].busy_ps == 40 * kUs);
  CHECK(first[0].waiting_ps == 20 * kUs);
  CHECK(first[0].idle_ps == 40 * kUs);
  CHECK(first[0].records == 3);
  CHECK(first[0].sum_ps == 75 * kUs);
  const std::vector<StepDeviceUse> second = UsesOf(capture.processes[0], 1);
  CHECK(second[0].busy_ps == 5 * kUs);
  CHECK(second[0].idle_ps == 95 * kUs);
  CHECK(second[0].records == 0);
}

TEST_CASE("A recording asked for as a whole is one step") {
  const Capture capture = MakeCapture(
      {HostOf({{"train", 0, 10}, {"train", 1, 10}})}, {.as_one_step = true});
  REQUIRE(capture.steps.size() == 1);
  CHECK(capture.steps[0].records == 2);
  CHECK(Chosen(capture, "whole") == std::vector<int64_t>{0});
}

}  // namespace tfprof
