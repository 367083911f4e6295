// SPDX-License-Identifier: Apache-2.0
#include "model/profile_builder.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "model/step_values.h"
#include "support/catch.h"

namespace tfprof {

namespace {

class Fixture {
 public:
  Diagnostics diagnostics;
  ProfileBuilder builder{kReferenceRules, diagnostics};

  void Node(std::string_view name, std::string_view op) {
    builder.AddNode({.name = name, .op = op});
  }

  void Exec(std::string_view name, int64_t start, int64_t end_rel) {
    builder.AddExec(
        {.name = name, .all_start_us = start, .op_end_rel_us = end_rel});
  }

  Profile Finish() {
    auto profile = builder.Finish();
    REQUIRE(profile);
    return std::move(*profile);
  }
};

std::vector<std::string> TypesOf(const Profile& profile,
                                 std::string_view name) {
  const NodeId node = profile.FindNode(name);
  REQUIRE(node.valid());
  std::vector<std::string> types;
  for (const StringId type : profile.nodes.TypesOf(node.value)) {
    types.emplace_back(profile.strings[type]);
  }
  return types;
}

using Types = std::vector<std::string>;

int64_t ValueOf(const Profile& profile, std::string_view name, Measure measure,
                std::optional<int64_t> step) {
  return ComputeStepValues(profile, step).Of(measure, profile.FindNode(name));
}

std::string LineOf(const Profile& profile, FrameId frame) {
  const Frame& line = profile.frames[frame.value];
  return fmt::format("{}:{}:{}", profile.strings[line.file], line.line,
                     profile.strings[line.function]);
}

}  // namespace

TEST_CASE("nodes stand in bytewise order of their names") {
  Fixture f;
  for (const char* name : {"b", "a/x", "a", "", "a-b", "\xc3\xa9", "B"}) {
    f.Node(name, "Op");
  }
  const Profile profile = f.Finish();
  std::vector<std::string> names;
  for (size_t i = 0; i < profile.nodes.size(); ++i) {
    names.emplace_back(profile.NameOf(NodeId(i)));
  }
  CHECK(names == Types{"", "B", "a", "a-b", "a/x", "b", "\xc3\xa9"});
}

TEST_CASE("the first definition of a node wins whole") {
  Fixture f;
  f.Node("a", "Add");
  f.Node("a", "Mul");
  const Profile profile = f.Finish();
  CHECK(profile.nodes.size() == 1);
  CHECK(TypesOf(profile, "a") == Types{"Add"});
}

TEST_CASE("an op log counts only for nodes known before it") {
  Fixture f;
  f.Node("a", "Add");
  const std::string_view type = "user";
  f.builder.AddOpLogEntry({.name = "late", .types = {&type, 1}});
  f.builder.AddOpLogEntry({.name = "a", .float_ops = 7, .types = {&type, 1}});
  f.builder.AddOpLogEntry({.name = "a", .float_ops = 9});
  f.builder.AddOpLogEntry({.name = "a", .float_ops = 0});
  f.Node("late", "Mul");
  const Profile profile = f.Finish();
  CHECK(TypesOf(profile, "a") == Types{"Add", "user"});
  CHECK(TypesOf(profile, "late") == Types{"Mul"});
  CHECK(profile.nodes.float_ops[profile.FindNode("a").value] == 9);
}

TEST_CASE("the first call stack of a node wins") {
  Fixture f;
  f.Node("a", "Add");
  const FrameRecord first{.file = "x/one.py", .function = "f", .line = 1};
  const FrameRecord second{.file = "two.py", .function = "g", .line = 2};
  f.builder.AddOpLogEntry(
      {.name = "a", .stack = f.builder.AddStack({&first, 1})});
  f.builder.AddOpLogEntry(
      {.name = "a", .stack = f.builder.AddStack({&second, 1})});
  const Profile profile = f.Finish();
  CHECK(profile.has_code_traces);
  const StackId stack = profile.nodes.stack[0];
  REQUIRE(profile.stacks[stack.value].size() == 1);
  CHECK(LineOf(profile, profile.stacks[stack.value][0]) == "x/one.py:1:f");
}

TEST_CASE("a string id that no table has is shown and said, not fatal") {
  Fixture f;
  f.Node("a", "Add");
  const FrameRecord frame{.function = "f", .file_id = 41, .line = 3};
  f.builder.AddOpLogEntry(
      {.name = "a", .stack = f.builder.AddStack({&frame, 1})});
  const Profile profile = f.Finish();
  CHECK(LineOf(profile, profile.stacks[0][0]) == "unknown:3:f");
  REQUIRE(f.diagnostics.Lines().size() == 1);
  CHECK(f.diagnostics.Lines()[0].find("string id 41") != std::string::npos);
}

TEST_CASE("records are cut at the colon and unknown ones become nodes") {
  Fixture f;
  f.Node("a", "MatMul");
  f.Node("_SOURCE", "NoOp");
  f.builder.BeginStep(0);
  f.builder.BeginDevice("/device:CPU:0");
  f.Exec("a:MatMul", 1, 5);
  f.Exec("new:MEMCPYHtoD", 1, 5);
  f.Exec("xMEMCPYy", 1, 5);
  f.Exec("RecvTensor", 1, 5);
  f.Exec("_SOURCE", 1, 5);
  f.Exec(":x", 1, 5);
  f.builder.EndStep();
  const Profile profile = f.Finish();
  CHECK(profile.nodes.size() == 4);
  CHECK(ValueOf(profile, "a", Measure::kMicros, 0) == 5);
  CHECK(ValueOf(profile, "new", Measure::kMicros, 0) == 5);
  CHECK(ValueOf(profile, "_SOURCE", Measure::kRunCount, 0) == 1);
  CHECK(profile.FindNode("").valid());
  CHECK_FALSE(profile.nodes.is_defined[profile.FindNode("new").value]);
  CHECK(TypesOf(profile, "new") == Types{"/device:cpu:0", "new"});
}

TEST_CASE("a record covers a known node, and a new one from its second on") {
  Fixture f;
  f.Node("a", "Add");
  f.Node("b", "Add");
  f.builder.BeginStep(0);
  f.builder.BeginDevice("/host:CPU");
  f.Exec("a", 0, 0);
  f.Exec("once", 1, 1);
  f.Exec("twice", 1, 1);
  f.Exec("twice", 1, 1);
  f.builder.EndStep();
  const Profile profile = f.Finish();
  CHECK(profile.covered_nodes == 2);
  CHECK(fmt::format("{:.2f}", profile.Coverage()) == "0.50");
}

TEST_CASE("a node stays on its first canonical device") {
  // The worked example of the accounting rules.
  const std::string gpu = "/job:w/replica:0/task:0/device:GPU:0";
  const std::string cpu = "/job:w/replica:0/task:0/device:CPU:0";
  const std::string stream = "/device:GPU:0/stream:all";
  for (const bool cpu_first : {false, true}) {
    Fixture f;
    f.Node("A", "MatMul");
    f.builder.AddOpLogEntry({.name = "A", .float_ops = 100});
    f.builder.BeginStep(0);
    const auto on_cpu = [&] {
      f.builder.BeginDevice(cpu);
      f.Exec("A", 900, 50);
    };
    if (cpu_first) on_cpu();
    f.builder.BeginDevice(gpu);
    f.Exec("A", 1000, 5);
    f.Exec("A", 1100, 0);
    f.builder.BeginDevice(stream);
    f.Exec("A:MatMul", 1003, 40);
    f.Exec("A:MatMul", 1102, 7);
    f.builder.BeginDevice("/device:GPU:0/stream:14");
    f.Exec("A:MatMul", 1003, 40);
    if (!cpu_first) on_cpu();
    f.builder.EndStep();
    f.builder.BeginStep(1);
    f.builder.BeginDevice(gpu);
    f.Exec("A", 5000, 9);
    f.builder.EndStep();
    const Profile profile = f.Finish();
    const auto value = [&](Measure measure, std::optional<int64_t> step) {
      return ValueOf(profile, "A", measure, step);
    };
    CHECK(profile.misses_accelerator_stream);  // in step 1
    CHECK(value(Measure::kAcceleratorMicros, 0) == 47);
    if (cpu_first) {
      CHECK(value(Measure::kCpuMicros, 0) == 50);
      CHECK(value(Measure::kRunCount, 0) == 1);
      CHECK(value(Measure::kMicros, {}) == 97);
      CHECK(value(Measure::kMicros, 1) == 0);
      continue;
    }
    CHECK(value(Measure::kCpuMicros, 0) == 6);
    CHECK(value(Measure::kRunCount, 0) == 2);
    CHECK(value(Measure::kFloatOps, 0) == 200);
    CHECK(value(Measure::kCpuMicros, {}) == 7);
    CHECK(value(Measure::kAcceleratorMicros, {}) == 23);
    CHECK(value(Measure::kMicros, {}) == 31);
    CHECK(value(Measure::kFloatOps, {}) == 100);
    CHECK(value(Measure::kFloatOps, 1) == 100);
  }
}

TEST_CASE("device names say what is counted") {
  const auto kind = [](const char* name) { return ClassifyDevice(name); };
  for (const char* name : {"/device:gpu:0", "/job:a/task:0/gpu:0", "/cpu:12"}) {
    CHECK(kind(name).is_canonical);
  }
  for (const char* name :
       {"device:cpu:0", "/host:cpu", "/device:gpu:0/stream:all",
        "/device:gpu:0/memcpy", "/device:tpu:0", "/device:xla_gpu:0",
        "/device:xla_cpu:0", "", "/cpu:", "/cpu:0 "}) {
    CHECK_FALSE(kind(name).is_canonical);
  }
  CHECK(kind("/device:gpu:0/stream:all").is_all_streams);
  CHECK(kind("/device:xla_gpu:0").names_gpu);
}

TEST_CASE("memory is summed as the reference does") {
  const AllocatorRecord uses[] = {
      {.allocator = "GPU_0_bfc",
       .total_bytes = 10,
       .peak_bytes = 8,
       .live_bytes = 4,
       .bytes_in_use = 70},
      {.allocator = "cpu", .total_bytes = 1, .peak_bytes = 2, .live_bytes = 3}};
  const OutputRecord outputs[] = {
      {.has_allocation = true, .requested_bytes = 5, .allocated_bytes = 9},
      {.requested_bytes = 1000, .allocated_bytes = 1000},
      {.has_allocation = true, .requested_bytes = 7, .allocated_bytes = 1}};
  const ExecRecord exec{.all_start_us = 40,
                        .op_end_rel_us = 2,
                        .memory = uses,
                        .outputs = outputs,
                        .temp_bytes = 100,
                        .persistent_bytes = 1000};
  const MemoryRecord memory =
      MemoryOfRecord(exec, ClassifyDevice("/job:a/gpu:0"));
  CHECK(memory.requested_bytes == 1111);
  CHECK(memory.peak_bytes == 1110);
  CHECK(memory.residual_bytes == 1007);
  CHECK(memory.output_bytes == 16);
  CHECK(memory.at_us == 42);
  CHECK(memory.bytes_in_use == 70);
  CHECK(memory.accelerator_temp_bytes == 100);
  CHECK(memory.accelerator_persistent_bytes == 1000);
  CHECK(memory.host_temp_bytes == 0);
  const MemoryRecord on_host =
      MemoryOfRecord(exec, ClassifyDevice("/job:a/cpu:0"));
  CHECK(on_host.host_temp_bytes == 100);
  CHECK(on_host.host_persistent_bytes == 1000);
  CHECK(on_host.accelerator_persistent_bytes == 0);
}

TEST_CASE("a record without a start time counts nothing and is said") {
  Fixture f;
  f.Node("a", "Add");
  f.builder.BeginStep(0);
  f.builder.BeginDevice("/cpu:0");
  f.Exec("a:x", 0, 5);
  f.Exec("a", 3, 7);
  f.builder.EndStep();
  f.builder.BeginStep(1);
  f.builder.BeginDevice("/cpu:0");
  f.Exec("a", -1, 5);
  f.builder.EndStep();
  const Profile profile = f.Finish();
  CHECK(ValueOf(profile, "a", Measure::kMicros, 0) == 7);
  // Its record still divides the average.
  CHECK(ValueOf(profile, "a", Measure::kMicros, {}) == 3);
  CHECK(f.diagnostics.Lines() == Types{"a:x has no start time, skipping",
                                       "a has no start time, skipping"});
}

TEST_CASE("records are kept by run when asked for") {
  Diagnostics diagnostics;
  ProfileBuilder builder(kReferenceRules, diagnostics, {.records = true});
  builder.AddNode({.name = "b", .op = "Add"});
  builder.AddNode({.name = "a", .op = "Add"});
  const AllocationRecord allocated[] = {{5, 64}, {9, -64}};
  const AllocatorRecord use{
      .allocator = "GPU_0_bfc", .bytes_in_use = 70, .allocations = allocated};
  const OutputRecord output{
      .slot = 1, .has_allocation = true, .requested_bytes = 3, .ptr = 0xbeef};
  const auto exec = [&](std::string_view name, int64_t start, int64_t end) {
    builder.AddExec({.name = name,
                     .all_start_us = start,
                     .op_end_rel_us = end,
                     .memory = {&use, 1},
                     .outputs = {&output, 1},
                     .persistent_bytes = 4});
  };
  for (const int64_t step : {0, 1}) {
    builder.BeginStep(step);
    builder.BeginDevice("/device:GPU:0/memcpy");
    exec("a:MEMCPY", 7, 1);
    builder.BeginDevice("/job:w/device:GPU:0");
    exec("a", 10, 0);
    exec("b", 12, 5);
    if (step == 1) exec("a", 20, 2);
    builder.BeginDevice("/device:GPU:0/stream:all");
    exec("a:Add", 11, 3);
    builder.EndStep();
  }
  const auto profile = builder.Finish();
  REQUIRE(profile);
  const NodeId a = profile->FindNode("a");
  CHECK(profile->nodes.id[a.value] == 1);
  CHECK(profile->nodes.accelerator_persistent_bytes[a.value] == 8);
  CHECK(profile->strings[profile->nodes.host_device[a.value]] ==
        "/job:w/device:cpu:0");
  size_t run = 0;
  while (profile->node_steps.step[run] != 1) ++run;
  REQUIRE(profile->node_steps.node[run] == a);
  CHECK(profile->node_steps.all_start_us[run] == 7);
  CHECK(profile->node_steps.latest_end_us[run] == 22);
  const RecordTable& records = profile->records;
  const auto times = records.times[run];
  REQUIRE(times.size() == 3);
  CHECK(times[0].duration_us == 1);
  CHECK(times[1].start_us == 20);
  CHECK(times[2].on_accelerator);
  REQUIRE(records.memory.CountOf(run) == 2);
  CHECK(records.memory.At(run, 0).at_us == 10);
  CHECK(records.memory.At(run, 1).bytes_in_use == 70);
  REQUIRE(records.outputs[run].size() == 2);
  CHECK(records.outputs[run][1].record == 1);
  CHECK(records.outputs[run][1].ptr == 0xbeef);
  CHECK(records.allocations[run].size() == 4);
  CHECK(records.devices[run].size() == 3);
}

TEST_CASE("what is kept of the steps does not change what is asked of them") {
  const auto build = [](LoadSpec kept) {
    Diagnostics diagnostics;
    ProfileBuilder builder(kReferenceRules, diagnostics, kept);
    builder.AddNode({.name = "a", .op = "Add"});
    builder.AddOpLogEntry({.name = "a", .float_ops = 5});
    for (int64_t step = 0; step < 3; ++step) {
      builder.BeginStep(step);
      builder.BeginDevice("/cpu:0");
      for (int64_t i = 0; i <= step; ++i) {
        builder.AddExec(
            {.name = "a", .all_start_us = 1, .op_end_rel_us = 10 + step});
      }
      if (step != 1) {
        builder.AddExec({.name = "b", .all_start_us = 1, .op_end_rel_us = 100});
      }
      builder.EndStep();
    }
    auto profile = builder.Finish();
    REQUIRE(profile);
    return std::move(*profile);
  };
  using Steps = LoadSpec::Steps;
  const Profile each = build({});
  const Profile sum = build({Steps::kSumOfAll});
  const Profile one = build({Steps::kOnlyOne, 1});
  CHECK(each.node_steps.size() == 5);
  CHECK(sum.node_steps.size() == 2);
  CHECK(one.node_steps.size() == 1);
  CHECK(one.steps == std::vector<int64_t>{0, 1, 2});
  CHECK(ValueOf(each, "a", Measure::kMicros, {}) == (10 + 22 + 36) / 3);
  CHECK(ComputeStepValues(sum, {}).column ==
        ComputeStepValues(each, {}).column);
  CHECK(ComputeStepValues(one, 1).column == ComputeStepValues(each, 1).column);
}

}  // namespace tfprof
