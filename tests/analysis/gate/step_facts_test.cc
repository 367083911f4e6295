// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/step_facts.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/step_maker.h"
#include "support/tiny_profile.h"

namespace tfprof {

TEST_CASE("devices are counted by kind, streams are no devices") {
  StepTable table;
  table.device_names = {"/job:w/replica:0/task:0/device:CPU:0",
                        "/job:w/replica:0/task:1/device:CPU:0",
                        "/device:GPU:0/stream:all", "/device:GPU:0/memcpy",
                        "/device:GPU:1/stream:14", "/host:CPU"};
  StepTable::Step step{.step = 3, .devices = {}};
  for (uint32_t device = 0; device < 6; ++device) {
    step.devices.push_back({.time = {.records = 1}, .name = device});
  }
  table.steps.push_back(step);
  CHECK(DevicesOf(table, {3}) == "2 hosts: CPU 2, GPU 2");
  CHECK(DevicesOf(table, {4}) == "no device with a name");
}

TEST_CASE("nodes are placed where their operations ran, not where kernels did") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kCpu);
  maker.Add("a", "MatMul()", 0, 10);
  maker.Add("a", "MatMul()", 20, 30);
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "MatMul()", 40, 50);
  maker.Add("b", "MatMul()", 50, 60);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("c:kernel", "kernel", 60, 70, {});
  Placement placement;
  AddPlacement(maker.Finish(), placement);
  using Devices = std::vector<std::string_view>;
  CHECK(placement.DevicesOf("a") == Devices{"CPU:0", "GPU:0"});
  CHECK(placement.DevicesOf("b") == Devices{"GPU:0"});
  CHECK(placement.DevicesOf("c").empty());
}

TEST_CASE("shapes of placeholders are those that the graph tells") {
  Feeds feeds;
  AddFeeds(TinyProfile("x Placeholder shape=2x3\nz MatMul shape=2x3\n"
                       "y PlaceholderWithDefault shape=4x-1\n"),
           feeds);
  CHECK(feeds == Feeds{{"x", {"2x3"}}});
}

TEST_CASE("what arguments put out is what was fed") {
  StepMaker maker({.shapes = true});
  const std::vector<int64_t> dims = {32, 8};
  OutputRecord output;
  output.shape = ShapeRecord(dims);
  for (const std::string label : {"_arg_x = _Arg()", "y = Placeholder()",
                                  "z = MatMul()", "_arg_w_0_0 = Identity()"}) {
    const std::string name = label.substr(0, label.find(' '));
    maker.AddExec({.name = name,
                   .all_start_us = 1,
                   .all_end_rel_us = 5,
                   .label = label,
                   .outputs = {&output, 1}});
  }
  Feeds feeds;
  AddFeeds(maker.Finish(), feeds);
  CHECK(feeds == Feeds{{"_arg_x", {"32x8"}},
                       {"y", {"32x8"}},
                       {"_arg_w_0_0", {"32x8"}}});
}

TEST_CASE("peaks are named after the host where there are several") {
  StepMaker maker;
  maker.Add("a", "MatMul()", 0, 10);
  StepRecords records = maker.Finish();
  const auto intern = [&](std::string_view text) {
    return records.strings.Intern(text);
  };
  AllocatorMemory cpu;
  cpu.host = intern("/job:w/task:0");
  cpu.allocator = intern("cpu");
  cpu.method = MemoryMethod::kAllocations;
  cpu.step_peak_bytes = 100;
  AllocatorMemory none = cpu;
  none.allocator = intern("none");
  none.method = MemoryMethod::kNone;
  auto peaks = PeaksOf(records, {cpu, none});
  REQUIRE(peaks.size() == 1);
  CHECK(peaks.at("cpu").of_step == 100);
  CHECK_FALSE(peaks.at("cpu").of_all);
  AllocatorMemory other = cpu;
  other.host = intern("/job:w/task:1");
  other.peak_bytes = 130;
  peaks = PeaksOf(records, {cpu, other});
  REQUIRE(peaks.size() == 2);
  CHECK(peaks.at("/job:w/task:1 cpu").of_all == 130);
}

}  // namespace tfprof
