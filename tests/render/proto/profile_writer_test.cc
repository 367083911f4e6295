// SPDX-License-Identifier: Apache-2.0
#include "render/proto/profile_writer.h"

#include <string>
#include <vector>

#include "model/profile_builder.h"
#include "proto/tfprof_log.pb.h"
#include "support/catch.h"

namespace tfprof {

namespace {

using tensorflow::tfprof::ProfileProto;

struct Fixture {
  Diagnostics diagnostics;
  ProfileBuilder builder{kReferenceRules, diagnostics, {.records = true}};

  void Node(std::string_view name, std::vector<std::string_view> inputs = {}) {
    builder.AddNode({.name = name, .op = "Op", .inputs = inputs});
  }

  ProfileProto Write() {
    const auto profile = builder.Finish();
    REQUIRE(profile);
    Report report;
    report.sections.push_back({"", {}, &*profile});
    StringWriter writer;
    REQUIRE(RenderProfile(report, diagnostics, writer));
    ProfileProto proto;
    REQUIRE(proto.ParseFromString(writer.text()));
    return proto;
  }
};

}  // namespace

TEST_CASE("inputs are written by id, the last from a source deciding") {
  Fixture f;
  f.Node("z", {"a:3", "b", "^a"});
  f.Node("a");
  f.Node("b");
  const ProfileProto proto = f.Write();
  REQUIRE(proto.nodes_size() == 3);
  const auto& node = proto.nodes().at(0);
  CHECK(node.name() == "z");
  CHECK(node.inputs().at(0) == 1);
  CHECK(node.inputs().at(1) == 2);
  CHECK(node.inputs().at(2) == 1);
  REQUIRE(node.src_output_index_size() == 2);
  CHECK(node.src_output_index().at(1) == 0);
  CHECK(node.op_types_size() == 1);
  CHECK_FALSE(node.has_trace());
}

TEST_CASE("an input that names no node is left out and said") {
  Fixture f;
  f.Node("a", {"gone", "a"});
  const ProfileProto proto = f.Write();
  CHECK(proto.nodes().at(0).inputs_size() == 1);
  CHECK(proto.nodes().at(0).inputs().at(1) == 0);
  CHECK(f.diagnostics.Lines() ==
        std::vector<std::string>{
            "a: input 0 names no node; left out of the profile"});
}

TEST_CASE("records, steps, traces and strings are written") {
  Fixture f;
  f.Node("a");
  f.builder.AddString(3, "m.py");
  const FrameRecord frame{.source = "x = 1",
                          .file_id = 3,
                          .function_id = 3,
                          .source_id = 9,
                          .line = 7,
                          .function_line = 5};
  f.builder.AddOpLogEntry(
      {.name = "a", .stack = f.builder.AddStack({&frame, 1})});
  const AllocationRecord allocation{11, -12};
  const AllocatorRecord use{.allocator = "GPU_0_bfc",
                            .total_bytes = 13,
                            .bytes_in_use = 14,
                            .allocations = {&allocation, 1}};
  const OutputRecord output{
      .slot = 2, .has_allocation = true, .requested_bytes = 15, .ptr = 16};
  f.builder.BeginStep(4);
  f.builder.BeginDevice("/job:w/gpu:1");
  f.builder.AddExec({.name = "a",
                     .all_start_us = 100,
                     .op_end_rel_us = 0,
                     .memory = {&use, 1},
                     .outputs = {&output, 1},
                     .temp_bytes = 17,
                     .persistent_bytes = 18});
  f.builder.EndStep();
  const ProfileProto proto = f.Write();
  CHECK(proto.has_trace());
  CHECK(proto.miss_accelerator_stream());
  CHECK(proto.steps_size() == 1);
  CHECK(proto.id_to_string().at(3) == "m.py");
  CHECK(proto.nodes().at(0).ShortDebugString() ==
        "name: \"a\" op_types: \"/job:w/gpu:1\" op_types: \"Op\" "
        "canonical_device: \"/job:w/gpu:1\" host_device: \"/job:w/cpu:0\" op: "
        "\"Op\" trace { traces { lineno: 7 line: \"x = 1\" func_start_line: 5 "
        "file_id: 3 function_id: 3 line_id: 9 } } execs { key: 4 value { "
        "run_count: 1 all_start_micros: 100 latest_end_micros: 101 cpu_execs "
        "{ key: \"/job:w/gpu:1\" value { times { int64_values: 100 "
        "int64_values: 1 } } } devices: \"/job:w/gpu:1\" memory_execs { "
        "memory_micros: 100 accelerator_temp_bytes: 17 "
        "accelerator_persistent_bytes: 18 requested_bytes: 48 peak_bytes: 35 "
        "residual_bytes: 18 output_bytes: 15 allocator_bytes_in_use: 14 "
        "output_memory { key: 2 value { bytes: 15 ptr: 16 } } } allocations { "
        "alloc_micros: 11 alloc_bytes: -12 } } }");
}

}  // namespace tfprof
