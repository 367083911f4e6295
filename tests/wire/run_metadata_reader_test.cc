// SPDX-License-Identifier: Apache-2.0
#include "support/catch.h"
#include "wire/intake/readers.h"
#include "wire/parsed_lines.h"
#include "wire/recording_sink.h"

namespace tfprof {

namespace {

tf::NodeExecStats& AddExec(tf::RunMetadata& run, const std::string& name) {
  if (run.step_stats().dev_stats().empty()) {
    run.mutable_step_stats()->add_dev_stats()->set_device("/cpu:0");
  }
  auto& stats =
      *run.mutable_step_stats()->mutable_dev_stats(0)->add_node_stats();
  stats.set_node_name(name);
  return stats;
}

std::string ExecLineOf(const tf::RunMetadata& run) {
  const Reading reading = Read(ReadRunMetadata, run.SerializeAsString());
  REQUIRE(reading.error.empty());
  REQUIRE(reading.lines.size() == 4);
  return reading.lines[2];
}

}  // namespace

TEST_CASE("run metadata without step stats is a warning and no step") {
  tf::RunMetadata run;
  run.mutable_cost_graph()->add_node()->set_name("n");
  for (const std::string& bytes :
       {std::string(), run.SerializeAsString(), std::string("# nothing\n")}) {
    const Reading reading = Read(ReadRunMetadata, bytes, 4);
    CHECK(reading.error.empty());
    CHECK(reading.lines.empty());
    CHECK(reading.warnings == Lines{"Invalid RunMetadata for step 4"});
  }
}

TEST_CASE("step stats that are there but empty are a step") {
  tf::RunMetadata run;
  run.mutable_step_stats();
  const Reading reading = Read(ReadRunMetadata, run.SerializeAsString(), 4);
  CHECK(reading.lines == Lines{"step 4", "end"});
  CHECK(reading.warnings.empty());
  CHECK(Read(ReadRunMetadata, "step_stats {}", 4).lines ==
        Lines{"step 4", "end"});
}

TEST_CASE("step stats in two parts are one step") {
  tf::RunMetadata run;
  AddExec(run, "a");
  const std::string twice = run.SerializeAsString() + run.SerializeAsString();
  CHECK(Read(ReadRunMetadata, twice, 1).lines ==
        Lines{"step 1", "device /cpu:0",
              "exec a start=0 end=0 temp=0 persistent=0", "device /cpu:0",
              "exec a start=0 end=0 temp=0 persistent=0", "end"});
}

TEST_CASE("a device may be named after its records, or not at all") {
  tf::DeviceStepStats named;
  named.set_device("/gpu:0");
  tf::DeviceStepStats records;
  records.add_node_stats()->set_node_name("a");
  const auto lines_of = [](const std::string& device) {
    REQUIRE(device.size() < 120);
    // StepStats{dev_stats: device}
    const std::string step = std::string{0x0a, char(device.size())} + device;
    return Read(ReadStepStats, step).lines;
  };
  const std::string after =
      records.SerializeAsString() + named.SerializeAsString();
  CHECK(lines_of(after)[1] == "device /gpu:0");
  CHECK(lines_of(after)[2].starts_with("exec a "));
  CHECK(lines_of(records.SerializeAsString())[1] == "device ");
}

TEST_CASE("values pass through as they are") {
  tf::RunMetadata run;
  auto& stats = AddExec(run, "conv:Conv2D");
  stats.set_all_start_micros(-5);
  stats.set_op_end_rel_micros(-6);
  CHECK(ExecLineOf(run) ==
        "exec conv:Conv2D start=-5 end=-6 temp=0 persistent=0");
}

TEST_CASE("times in nanoseconds stand beside those in microseconds") {
  struct TimeSink final : DumpSink {
    void AddExec(const ExecRecord& record) override { exec = record; }

    ExecRecord exec;
  };

  tf::RunMetadata run;
  auto& stats = AddExec(run, "a");
  stats.set_all_start_micros(1);
  stats.set_all_start_nanos(1001);
  stats.set_op_start_rel_nanos(2);
  stats.set_op_end_rel_nanos(3);
  stats.set_all_end_rel_nanos(4);
  stats.set_scheduled_nanos(-5);
  const std::string path = "file";
  const Bytes content(run.SerializeAsString());
  TimeSink sink;
  Diagnostics diagnostics;
  REQUIRE(ReadRunMetadata({path, content}, sink, diagnostics));
  CHECK(sink.exec.all_start_us == 1);
  CHECK(sink.exec.all_start_ns == 1001);
  CHECK(sink.exec.op_start_rel_ns == 2);
  CHECK(sink.exec.op_end_rel_ns == 3);
  CHECK(sink.exec.all_end_rel_ns == 4);
  CHECK(sink.exec.scheduled_ns == -5);
}

TEST_CASE("outputs say whether they were allocated") {
  tf::RunMetadata run;
  auto& stats = AddExec(run, "n");
  stats.add_output();
  stats.add_output()->mutable_tensor_description();
  stats.add_output()
      ->mutable_tensor_description()
      ->mutable_allocation_description();
  auto& full = *stats.add_output()
                    ->mutable_tensor_description()
                    ->mutable_allocation_description();
  full.set_requested_bytes(8);
  full.set_allocated_bytes(256);
  CHECK(ExecLineOf(run) ==
        "exec n start=0 end=0 temp=0 persistent=0 out out out=0/0 "
        "out=8/256");
}

TEST_CASE("temporary and persistent memory come from the memory stats") {
  tf::RunMetadata run;
  auto& stats = *AddExec(run, "n").mutable_memory_stats();
  stats.set_temp_memory_size(1);
  stats.set_device_temp_memory_size(2);
  stats.set_persistent_memory_size(3);
  stats.set_device_persistent_memory_size(4);
  stats.add_persistent_tensor_alloc_ids(5);
  CHECK(ExecLineOf(run) == "exec n start=0 end=0 temp=1 persistent=3");
}

TEST_CASE("records of one device do not leak into the next") {
  tf::RunMetadata run;
  auto& first = AddExec(run, "a");
  first.add_memory()->set_allocator_name("cpu");
  first.mutable_memory_stats()->set_temp_memory_size(9);
  AddExec(run, "b");
  const Reading reading = Read(ReadRunMetadata, run.SerializeAsString());
  CHECK(reading.lines[2] ==
        "exec a start=0 end=0 temp=9 persistent=0 cpu:0/0/0");
  CHECK(reading.lines[3] == "exec b start=0 end=0 temp=0 persistent=0");
}

TEST_CASE("an error names the byte of the record, not of the file's start") {
  tf::RunMetadata run;
  AddExec(run, "first");
  AddExec(run, "second").set_timeline_label("label");
  std::string bytes = run.SerializeAsString();
  const size_t second = bytes.find("second") - 4;
  bytes[bytes.find("second") - 1] = 100;  // its length
  CHECK(Read(ReadRunMetadata, bytes)
            .error.starts_with(fmt::format(
                "file: byte {}: a value runs past the end", second)));
}

TEST_CASE("more parts than TensorFlow gives an execution are refused") {
  constexpr int kMost = 1 << 17;
  for (const bool are_outputs : {true, false}) {
    tf::RunMetadata run;
    auto& exec = AddExec(run, "a");
    const auto add = [&] {
      are_outputs ? (void)exec.add_output() : (void)exec.add_memory();
    };
    for (int i = 0; i < kMost; ++i) add();
    CHECK(Read(ReadRunMetadata, run.SerializeAsString()).error.empty());
    add();
    CHECK(Read(ReadRunMetadata, run.SerializeAsString())
              .error.find("a record has more parts than TensorFlow writes") !=
          std::string::npos);
  }
}

TEST_CASE("texts until TensorFlow 1.4 have other names for memory") {
  const Reading reading = Read(
      ReadRunMetadata,
      "step_stats { dev_stats { device: '/cpu:0' node_stats { node_name: 'n' "
      "memory_stats { host_temp_memory_size: 7 device_temp_memory_size: 1 "
      "host_persistent_memory_size: 8 device_persistent_memory_size: 2 "
      "host_persistent_tensor_alloc_ids: 3 "
      "device_persistent_tensor_alloc_ids: 4 } } } }",
      4);
  CHECK(reading.error.empty());
  CHECK(reading.lines == Lines{"step 4", "device /cpu:0",
                               "exec n start=0 end=0 temp=7 persistent=8",
                               "end"});
}

}  // namespace tfprof
