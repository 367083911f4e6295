// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/step_parts_sink.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/xspace/recording.h"
#include "support/catch.h"

namespace tfprof {

namespace {

constexpr std::string_view kCpu = "/job:w/replica:0/task:0/device:CPU:0";

// Steps of executions; times are us after a date.
class Feeder {
 public:
  void Begin(int64_t step, std::string_view device = kCpu) {
    sink_.BeginStep(step);
    sink_.BeginDevice(device);
  }

  void Device(std::string_view device) { sink_.BeginDevice(device); }

  void Add(std::string_view name, std::string_view type, int64_t start,
           int64_t end) {
    const std::string label =
        type.empty() ? "" : std::string(name) + " = " + std::string(type) + "()";
    sink_.AddExec({.name = name,
                   .all_start_us = kDate + start,
                   .op_end_rel_us = end - start,
                   .all_end_rel_us = end - start,
                   .label = label});
  }

  void End() { sink_.EndStep(); }

  StepPartsSink& sink() { return sink_; }

  std::vector<Worker::Step> Finish() { return sink_.Finish(); }

  static constexpr int64_t kDate = 1'700'000'000'000'000;

 private:
  StepPartsSink sink_;
};

// "step: length own input waiting idle" in us.
std::vector<std::string> TextOf(const std::vector<Worker::Step>& steps) {
  std::vector<std::string> lines;
  for (const Worker::Step& step : steps) {
    std::string& line = lines.emplace_back(std::to_string(step.step) + ":");
    for (const int64_t ns : {step.length_ns, step.own_ns, step.input_ns,
                             step.waiting_ns, step.IdleNs()}) {
      line += " " + std::to_string(ns / 1000);
    }
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("of what is under way own work counts first, then input, then waiting") {
  Feeder feeder;
  feeder.Begin(3);
  feeder.Add("recv", "_Recv", 0, 100);
  feeder.Add("next", "IteratorGetNext", 10, 60);
  feeder.Add("a", "MatMul", 20, 40);
  feeder.Add("b", "MatMul", 30, 50);
  feeder.Add("late", "MatMul", 120, 130);
  feeder.End();
  CHECK(TextOf(feeder.Finish()) == Lines{"3: 130 40 20 50 20"});
}

TEST_CASE("a call is own work where nothing else is under way") {
  Feeder feeder;
  feeder.Begin(1);
  feeder.Add("call", "StatefulPartitionedCall", 0, 100);
  feeder.Add("next", "IteratorGetNext", 20, 50);
  feeder.End();
  CHECK(TextOf(feeder.Finish()) == Lines{"1: 100 70 30 0 0"});
}

TEST_CASE("a node's kind is that of its definition where its record has none") {
  Feeder feeder;
  feeder.sink().AddNode({.name = "reader", .op = "IteratorGetNext"});
  feeder.Begin(1);
  feeder.Add("reader", "", 0, 10);
  feeder.Add("tower/_Recv", "", 10, 15);
  feeder.Add("other", "", 15, 17);
  feeder.End();
  CHECK(TextOf(feeder.Finish()) == Lines{"1: 17 2 10 5 0"});
}

TEST_CASE("the step is that of the host that took longest") {
  Feeder feeder;
  feeder.Begin(1);
  feeder.Add("a", "MatMul", 0, 10);
  feeder.Device("/job:w/replica:0/task:1/device:CPU:0");
  feeder.Add("a", "MatMul", 500, 540);
  feeder.Add("r", "_Recv", 540, 550);
  feeder.End();
  CHECK(TextOf(feeder.Finish()) == Lines{"1: 50 40 0 10 0"});
}

TEST_CASE("kernels of a collective are waiting, others are own work") {
  Feeder feeder;
  feeder.Begin(1);
  feeder.Add("a", "MatMul", 0, 10);
  feeder.Add("sync", "NcclAllReduce", 10, 12);
  feeder.Device("/device:GPU:0/stream:14");
  feeder.Add("a:gemm", "", 12, 30);
  feeder.Add("sync:ncclKernel", "", 30, 70);
  feeder.End();
  CHECK(TextOf(feeder.Finish()) == Lines{"1: 70 28 0 42 0"});
}

TEST_CASE("executions without a start are in no step") {
  Feeder feeder;
  feeder.Begin(1);
  feeder.sink().AddExec({.name = "a", .all_end_rel_us = 10});
  feeder.End();
  CHECK(feeder.Finish().empty());
}

TEST_CASE("steps of a saved profile have the times of all of its nodes") {
  StepPartsSink sink;
  const auto add = [&](std::string_view name, std::string_view op,
                       int64_t start, int64_t length) {
    const StoredTime time{.device = kCpu,
                          .start_us = Feeder::kDate + start,
                          .duration_us = length};
    const StoredNodeStep run{.step = 4, .times = {&time, 1}};
    StoredNode node;
    node.name = name;
    node.op = op;
    node.node_steps = {&run, 1};
    sink.AddStoredNode(node);
  };
  add("a", "MatMul", 0, 30);
  add("next", "IteratorGetNext", 20, 20);
  CHECK(TextOf(sink.Finish()) == Lines{"4: 40 30 10 0 0"});
}

TEST_CASE("steps of a recording have the parts that it tells") {
  auto recording = std::make_shared<Recording>();
  Recording::Step step;
  step.number = 7;
  step.length_ps = 100'000'000;
  const auto part = [&](StepPart of) -> int64_t& {
    return step.parts_ps[static_cast<size_t>(of)];
  };
  part(StepPart::kUnknown) = 10'000'000;
  part(StepPart::kDevice32) = 40'000'000;
  part(StepPart::kWaitForInput) = 20'000'000;
  part(StepPart::kHostPrepare) = 5'000'000;
  part(StepPart::kCollective) = 15'000'000;
  recording->steps.push_back(step);
  StepPartsSink sink;
  sink.AddRecording(recording);
  CHECK(TextOf(sink.Finish()) == Lines{"7: 100 40 25 15 20"});
}

}  // namespace tfprof
