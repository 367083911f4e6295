// SPDX-License-Identifier: Apache-2.0
#include "model/step_table.h"

#include <string>

#include "support/catch.h"

namespace tfprof {

namespace {

constexpr const char* kCpu = "/job:a/replica:0/task:0/device:CPU:0";

// An execution of [start, end), in ns after a second.
void Add(StepTableBuilder& builder, int64_t start, int64_t end,
         std::string_view name = "n") {
  constexpr int64_t kSecond = 1'000'000'000;
  builder.AddExec({.name = name,
                   .all_start_ns = kSecond + start,
                   .op_end_rel_ns = end - start,
                   .all_end_rel_ns = end - start});
}

StepTable::Step OneStep(StepTableBuilder& builder) {
  builder.EndStep();
  const StepTable table = builder.Finish();
  REQUIRE(table.steps.size() == 1);
  return table.steps[0];
}

}  // namespace

TEST_CASE("a step lasts from its first start to its last end") {
  StepTableBuilder builder;
  builder.BeginStep(4);
  builder.BeginDevice(kCpu);
  Add(builder, 100, 250);
  Add(builder, 200, 300);
  Add(builder, 700, 900);
  const StepTable::Step step = OneStep(builder);
  CHECK(step.step == 4);
  CHECK(step.LengthNs() == 800);
  CHECK(step.time.busy_ns == 400);
  CHECK(step.IdleNs() == 400);
  CHECK(step.time.sum_ns == 450);
  CHECK(step.time.Parallelism() == 450.0 / 400);
}

TEST_CASE("a record ends at the later one of its two ends") {
  StepTableBuilder builder;
  builder.BeginStep(0);
  builder.BeginDevice(kCpu);
  builder.AddExec({.name = "late",
                   .all_start_ns = 1000,
                   .op_end_rel_ns = 50,
                   .all_end_rel_ns = 80});
  builder.AddExec(
      {.name = "RecvTensor", .all_start_ns = 2000, .op_end_rel_ns = 70});
  const StepTable::Step step = OneStep(builder);
  CHECK(step.time.sum_ns == 150);
  CHECK(step.end_ns == 2070);
}

TEST_CASE("times in us stand in where there are none in ns") {
  StepTableBuilder builder;
  builder.BeginStep(0);
  builder.BeginDevice(kCpu);
  builder.AddExec({.name = "n",
                   .all_start_us = 7,
                   .op_end_rel_us = 2,
                   .all_end_rel_us = 3});
  const StepTable::Step step = OneStep(builder);
  CHECK(step.start_ns == 7000);
  CHECK(step.LengthNs() == 3000);
}

TEST_CASE("a record without a start has no span and is counted") {
  StepTableBuilder builder;
  builder.BeginStep(0);
  builder.BeginDevice(kCpu);
  builder.AddExec({.name = "n", .op_end_rel_us = 20});
  Add(builder, 0, 10);
  const StepTable::Step step = OneStep(builder);
  CHECK(step.time.records == 2);
  CHECK(step.time.without_start == 1);
  CHECK(step.LengthNs() == 10);
}

TEST_CASE("a step of no times has no parallelism") {
  StepTableBuilder builder;
  builder.BeginStep(0);
  builder.BeginDevice(kCpu);
  builder.AddExec({.name = "n", .op_end_rel_us = 20});
  const StepTable::Step step = OneStep(builder);
  CHECK_FALSE(step.time.HasTimes());
  CHECK(step.LengthNs() == 0);
  CHECK_FALSE(step.time.Parallelism().has_value());
}

TEST_CASE("a sum counts a GPU's streams, not the lines that repeat them") {
  StepTableBuilder builder;
  builder.BeginStep(0);
  for (const char* line :
       {"stream:all", "stream:7", "stream:9<MemcpyD2H>", "memcpy"}) {
    builder.BeginDevice(std::string("/device:GPU:0/") + line);
    Add(builder, 0, 10);
  }
  // This one has no streams of its own.
  for (const char* line : {"stream:all", "memcpy"}) {
    builder.BeginDevice(std::string("/device:GPU:1/") + line);
    Add(builder, 20, 25);
  }
  const StepTable::Step step = OneStep(builder);
  CHECK(step.time.sum_ns == 2 * 10 + 2 * 5);
  CHECK(step.time.busy_ns == 15);
  REQUIRE(step.devices.size() == 6);
  CHECK(step.devices[0].time.sum_ns == 10);
}

TEST_CASE("a host tracer repeats the operations on a clock of its own") {
  StepTableBuilder builder;
  builder.BeginStep(0);
  builder.BeginDevice(kCpu);
  Add(builder, 0, 10);
  builder.BeginDevice("/host:CPU");
  builder.AddExec({.name = "n", .all_start_ns = 3, .op_end_rel_ns = 10});
  const StepTable::Step step = OneStep(builder);
  CHECK(step.LengthNs() == 10);
  CHECK(step.time.sum_ns == 10);
  CHECK(step.time.records == 2);
}

TEST_CASE("kernels that count from the start of the tracer are moved") {
  constexpr int64_t kNow = int64_t{1'700'000'000} * 1'000'000'000;
  const auto exec = [](std::string_view name, int64_t start, int64_t length) {
    return ExecRecord{.name = name,
                      .all_start_ns = start,
                      .op_start_rel_ns = 2,
                      .op_end_rel_ns = length,
                      .all_end_rel_ns = length};
  };
  StepTableBuilder builder;
  builder.BeginStep(0);
  builder.BeginDevice("/device:GPU:0/stream:14");
  builder.AddExec(exec("a:Kernel", 500, 40));
  builder.AddExec(exec("edge_7_b:MemcpyH2D", 600, 40));
  builder.AddExec(exec("unknown", 100, 1));  // whose launch is not there
  builder.BeginDevice("/job:a/replica:0/task:0/device:GPU:0");
  builder.AddExec(exec("a", kNow, 10));
  builder.AddExec(exec("b", kNow + 130, 10));
  builder.EndStep();
  const StepTable table = builder.Finish();
  REQUIRE(table.steps.size() == 1);
  const StepTable::Step step = table.steps[0];
  // b's copy begins with its operation, a's kernel 30 ns after its own.
  REQUIRE(table.moved_kernels.size() == 1);
  CHECK(table.moved_kernels[0].step == step.step);
  CHECK(table.moved_kernels[0].by_ns == kNow + 132 - 600);
  CHECK(step.start_ns == kNow + 132 - 500);
  CHECK(step.end_ns == kNow + 132 + 40);
}

TEST_CASE("each host has a length of its own, and the longest is the step's") {
  StepTableBuilder builder;
  builder.BeginStep(0);
  builder.BeginDevice("/job:a/replica:0/task:0/device:CPU:0");
  Add(builder, 0, 100);
  builder.BeginDevice("/job:a/replica:0/task:1/device:CPU:0");
  Add(builder, 1'000'000, 1'000'050);
  Add(builder, 1'000'070, 1'000'170);
  const StepTable::Step step = OneStep(builder);
  CHECK(step.LengthNs() == 170);
  CHECK(step.time.busy_ns == 150);
  CHECK(step.time.sum_ns == 250);
}

TEST_CASE("kernels without a host are of the only one") {
  StepTableBuilder builder;
  builder.BeginStep(0);
  builder.BeginDevice(kCpu);
  Add(builder, 0, 100);
  builder.BeginDevice("/device:GPU:0/stream:all");
  Add(builder, 200, 300);
  CHECK(OneStep(builder).LengthNs() == 300);
}

TEST_CASE("steps stand in ascending order, a device that comes twice is one") {
  StepTableBuilder builder;
  for (const int64_t step : {5, 2}) {
    builder.BeginStep(step);
    for (int part = 0; part < 2; ++part) {
      builder.BeginDevice(kCpu);
      Add(builder, part * 10, part * 10 + step);
    }
    builder.EndStep();
  }
  const StepTable table = builder.Finish();
  REQUIRE(table.steps.size() == 2);
  CHECK(table.steps[0].step == 2);
  const auto fifth = table.steps.Find(5);
  REQUIRE(fifth);
  REQUIRE(fifth->devices.size() == 1);
  CHECK(fifth->devices[0].time.busy_ns == 10);
  CHECK(table.device_names.size() == 1);
  CHECK_FALSE(table.steps.Find(3));
}

TEST_CASE("many devices of a step are told apart, however often each comes") {
  constexpr int kDevices = 40;
  StepTableBuilder builder;
  builder.BeginStep(0);
  for (int64_t part = 0; part < 3; ++part) {
    for (int64_t i = 0; i < kDevices; ++i) {
      builder.BeginDevice("/device:CPU:" + std::to_string(i));
      Add(builder, part * 100, part * 100 + i + 1);
    }
  }
  builder.EndStep();
  const StepTable table = builder.Finish();
  const StepTable::Step step = table.steps.front();
  REQUIRE(step.devices.size() == kDevices);
  for (uint32_t i = 0; i < kDevices; ++i) {
    const StepTable::Device& device = step.devices[i];
    CHECK(table.device_names[device.name] ==
          "/device:CPU:" + std::to_string(i));
    CHECK(device.time.records == 3);
    CHECK(device.time.busy_ns == 3 * (i + 1));
  }
}

TEST_CASE("a saved profile has lengths, too") {
  const StoredTime times[] = {{kCpu, 100, 20, false}, {kCpu, 150, 10, false}};
  const StoredNodeStep runs[] = {{.step = 3, .times = times}};
  StepTableBuilder builder;
  builder.AddStoredStep(3);
  builder.AddStoredNode({.name = "n", .node_steps = runs});
  const StepTable table = builder.Finish();
  REQUIRE(table.steps.size() == 1);
  CHECK(table.steps[0].LengthNs() == 60'000);
  CHECK(table.steps[0].time.busy_ns == 30'000);
}

TEST_CASE("a table tells the steps in which XLA compiled") {
  StepTableBuilder builder;
  for (const int64_t step : {4, 5}) {
    builder.BeginStep(step);
    builder.BeginDevice(kCpu);
    Add(builder, 0, 10);
    builder.AddExec({.name = "c/xla_compile",
                     .all_start_us = 1'000'000,
                     .all_end_rel_us = step == 5 ? 80'000 : 80});
    builder.EndStep();
  }
  const StepTable table = builder.Finish();
  REQUIRE(table.steps.size() == 2);
  CHECK_FALSE(table.steps[0].has_compiled);
  CHECK(table.steps[1].has_compiled);
}

}  // namespace tfprof
