// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "model/profile_builder.h"
#include "proto/tfprof_log.pb.h"
#include "render/proto/profile_writer.h"
#include "support/catch.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

using tensorflow::tfprof::ExecProfile;
using tensorflow::tfprof::ProfileNode;
using tensorflow::tfprof::ProfileProto;
using Lines = std::vector<std::string>;

struct Saved {
  ProfileProto proto;
  std::string bytes;
  Lines warnings;

  const ProfileNode& Node(const std::string& name) const {
    const auto found = std::ranges::find_if(
        proto.nodes(), [&](const auto& e) { return e.second.name() == name; });
    REQUIRE(found != proto.nodes().end());
    REQUIRE(found->first == found->second.id());
    return found->second;
  }
};

Saved Save(const Profile& profile) {
  Report report;
  report.sections.push_back({"", {}, &profile});
  Diagnostics diagnostics;
  StringWriter out;
  REQUIRE(RenderProfile(report, diagnostics, out));
  Saved saved{{}, out.text(), diagnostics.Lines()};
  REQUIRE(saved.proto.ParseFromString(out.text()));
  return saved;
}

Profile Built(void (*build)(ProfileBuilder&),
              const Rules& rules = kReferenceRules) {
  Diagnostics diagnostics;
  ProfileBuilder builder(rules, diagnostics, {.records = true});
  build(builder);
  auto profile = builder.Finish();
  REQUIRE(profile);
  return std::move(*profile);
}

std::string Times(const tensorflow::tfprof::ExecTime& time) {
  std::string text;
  for (const auto& tuple : time.times()) {
    REQUIRE(tuple.int64_values_size() == 2);
    text += std::to_string(tuple.int64_values(0)) + '+' +
            std::to_string(tuple.int64_values(1)) + ' ';
  }
  return text;
}

}  // namespace

TEST_CASE("a node is saved with all that is known of it") {
  const Saved saved = Save(TinyProfile(
      "b Op device=/job:a/device:gpu:0 shape=2x3 flops=7 types=z,k in=a "
      "stack=f.py:1:main>g.py:2:run step=100:5:3:64 step=200:6:0:32\n"
      "a Const\n"));
  CHECK(saved.warnings.empty());
  REQUIRE(saved.proto.nodes_size() == 2);
  const ProfileNode& b = saved.Node("b");
  CHECK(b.id() == 0);
  CHECK(b.op() == "Op");
  CHECK(b.canonical_device() == "/job:a/device:gpu:0");
  CHECK(b.host_device() == "/job:a/device:cpu:0");
  CHECK(b.float_ops() == 7);
  CHECK(Lines(b.op_types().begin(), b.op_types().end()) ==
        Lines{"/job:a/device:gpu:0", "Op", "k", "z"});
  CHECK(std::vector<int64_t>(b.shape().begin(), b.shape().end()) ==
        std::vector<int64_t>{2, 3});
  CHECK(b.output_shapes().at(0).int64_values_size() == 2);
  CHECK(b.inputs().at(0) == saved.Node("a").id());
  CHECK(b.src_output_index().at(saved.Node("a").id()) == 0);
  REQUIRE(b.trace().traces_size() == 2);
  CHECK(b.trace().traces(0).file() == "f.py");
  CHECK(b.trace().traces(1).lineno() == 2);

  REQUIRE(b.execs_size() == 2);
  const ExecProfile& first = b.execs().at(0);
  CHECK(first.run_count() == 1);
  CHECK(first.all_start_micros() == 100);
  CHECK(first.latest_end_micros() == 105);
  CHECK(Times(first.cpu_execs().at("/job:a/device:gpu:0")) == "100+5 ");
  CHECK(Times(first.accelerator_execs().at("/job:a/device:gpu:0/stream:all")) ==
        "100+3 ");
  CHECK(Lines(first.devices().begin(), first.devices().end()) ==
        Lines{"/job:a/device:gpu:0", "/job:a/device:gpu:0/stream:all"});
  REQUIRE(first.memory_execs_size() == 1);
  CHECK(first.memory_execs(0).memory_micros() == 105);
  CHECK(first.memory_execs(0).requested_bytes() == 64);
  CHECK(b.execs().at(1).accelerator_execs_size() == 0);

  CHECK(saved.proto.has_trace());
  CHECK(saved.proto.steps_size() == 2);
  CHECK(saved.proto.miss_accelerator_stream());
}

TEST_CASE("what was never there is not saved") {
  const Saved saved = Save(TinyProfile("a Op\n"));
  const ProfileNode& a = saved.Node("a");
  CHECK_FALSE(a.has_trace());
  CHECK(a.execs_size() == 0);
  CHECK_FALSE(saved.proto.has_trace());
  CHECK(saved.proto.steps_size() == 0);
  // A name, a type, an op and a scalar output, each under its key; the id is 0
  // and takes no byte.
  CHECK(saved.bytes ==
        "\x0a\x14\x12\x12\x0a\x01"
        "a\x2a\x02Op\x4a\x02Op\x7a\x05\x12\x03\x0a\x01\x01");
}

TEST_CASE("steps are saved in order, also those that hold nothing") {
  const Saved saved = Save(Built([](ProfileBuilder& builder) {
    builder.AddNode({.name = "a", .op = "Op"});
    for (const int64_t step : {7, -1, 3}) {
      builder.BeginStep(step);
      // Step 3 has records of another device only, which are dropped.
      builder.BeginDevice(step == 3 ? "/gpu:0" : "/cpu:0");
      builder.AddExec({.name = "a", .all_start_us = 9});
      builder.EndStep();
    }
  }));
  CHECK(std::vector<int64_t>(saved.proto.steps().begin(),
                             saved.proto.steps().end()) ==
        std::vector<int64_t>{-1, 3, 7});
  CHECK(saved.Node("a").execs_size() == 2);
  CHECK_FALSE(saved.Node("a").execs().contains(3));
}

TEST_CASE("an empty call stack is one") {
  const Saved saved = Save(Built([](ProfileBuilder& builder) {
    builder.AddNode({.name = "a", .op = "Op"});
    builder.AddNode({.name = "b", .op = "Op"});
    builder.AddOpLogEntry({.name = "a", .stack = builder.AddStack({})});
    builder.AddString(4, "text");
    builder.AddString(-1, "");
  }));
  CHECK(saved.Node("a").has_trace());
  CHECK_FALSE(saved.Node("b").has_trace());
  CHECK(saved.proto.has_trace());
  REQUIRE(saved.proto.id_to_string_size() == 2);
  CHECK(saved.proto.id_to_string().at(4) == "text");
}

TEST_CASE("a source has one output, that of the last input from it") {
  const auto build = [](ProfileBuilder& builder) {
    builder.AddNode({.name = "s", .op = "Split"});
    builder.AddNode({.name = "c", .op = "NoOp"});
    const std::string_view inputs[] = {"s:1", "s:2", "^c", "gone", "^s"};
    builder.AddNode({.name = "user", .op = "Add", .inputs = inputs});
  };
  const Saved reference = Save(Built(build));
  const ProfileNode& user = reference.Node("user");
  CHECK(user.inputs_size() == 4);
  CHECK(user.inputs().at(4) == 0);
  CHECK_FALSE(user.inputs().contains(3));
  CHECK(reference.warnings ==
        Lines{"user: input 3 names no node; left out of the profile"});
  CHECK(user.src_output_index_size() == 2);
  CHECK(user.src_output_index().at(0) == 0);

  // A control input has no output.
  const Saved corrected = Save(Built(build, kCorrectedRules));
  CHECK(corrected.Node("user").src_output_index_size() == 1);
  CHECK(corrected.Node("user").src_output_index().at(0) == 2);
}

TEST_CASE("the last output of a slot is saved, and the sum of all") {
  const Saved saved = Save(Built([](ProfileBuilder& builder) {
    builder.BeginStep(0);
    builder.BeginDevice("/gpu:0");
    const OutputRecord outputs[] = {
        {.slot = 5, .has_allocation = true, .requested_bytes = 1, .ptr = 1},
        {.slot = -1, .has_allocation = true, .requested_bytes = 2},
        {.slot = 5,
         .has_allocation = true,
         .allocated_bytes = 4,
         .ptr = UINT64_MAX},
        {.slot = 6}};
    const AllocationRecord allocations[] = {{.at_us = 3, .bytes = -8}};
    const AllocatorRecord memory{.allocator = "GPU_0_bfc",
                                 .bytes_in_use = 77,
                                 .allocations = allocations};
    for (const int64_t start : {10, 20}) {
      builder.AddExec({.name = "a",
                       .all_start_us = start,
                       .memory = {&memory, 1},
                       .outputs = outputs});
    }
    builder.EndStep();
  }));
  const ExecProfile& exec = saved.Node("a").execs().at(0);
  REQUIRE(exec.memory_execs_size() == 2);
  const auto& memory = exec.memory_execs(1);
  CHECK(memory.output_bytes() == 7);
  CHECK(memory.allocator_bytes_in_use() == 77);
  REQUIRE(memory.output_memory_size() == 2);
  CHECK(memory.output_memory().at(5).bytes() == 4);
  CHECK(memory.output_memory().at(5).ptr() == UINT64_MAX);
  CHECK(memory.output_memory().at(-1).bytes() == 2);
  REQUIRE(exec.allocations_size() == 2);
  CHECK(exec.allocations(1).alloc_bytes() == -8);
}

TEST_CASE("attributes and fields that nothing reads are saved as they were") {
  const std::string attr("\x0a\x01k\x12\x03\x12\x01v", 8);
  const std::string unread("\x1a\x04\x08\x02\x10\x09", 6);  // outputs: {2: 9}
  Diagnostics diagnostics;
  ProfileBuilder builder(kReferenceRules, diagnostics, {.records = true});
  const std::string_view attrs[] = {attr};
  builder.AddStoredNode({.name = "n", .attrs = attrs, .unread = unread});
  const auto profile = builder.Finish();
  REQUIRE(profile);
  const Saved saved = Save(*profile);
  CHECK(saved.Node("n").attrs().at("k").s() == "v");
  CHECK(saved.Node("n").outputs().at(2) == 9);
  // A saved node has a call stack.
  CHECK(saved.Node("n").has_trace());
}

TEST_CASE("nodes without a unique id get one") {
  const Saved saved = Save(Built([](ProfileBuilder& builder) {
    const StoredInput inputs[] = {{0, 10}, {1, 12}};
    builder.AddStoredNode({.key = 10, .id = 0, .name = "b"});
    builder.AddStoredNode({.key = 11, .id = 0, .name = "a"});
    builder.AddStoredNode({.key = 12, .id = -4, .name = "c"});
    builder.AddStoredNode({.key = 13, .id = 1, .name = "d", .inputs = inputs});
    builder.AddStoredNode({.key = 14, .id = INT64_MAX, .name = "e"});
  }));
  CHECK(saved.Node("a").id() == 0);
  CHECK(saved.Node("b").id() == 2);
  CHECK(saved.Node("c").id() == 3);
  CHECK(saved.Node("d").id() == 1);
  CHECK(saved.Node("e").id() == INT64_MAX);
  CHECK(saved.Node("d").inputs().at(0) == 2);
  CHECK(saved.Node("d").inputs().at(1) == 3);
  CHECK(saved.warnings == Lines{"2 nodes of the saved profile have no unique "
                                "id; renumbered"});
}

TEST_CASE("texts that are not UTF-8 are saved with escapes, and said once") {
  const Profile profile = TinyProfile(
      "a\xff Op types=\xc3\x28 step=1:1:0:0 step=1:1:0:0\n"
      "b Op types=\xc3\x28\n");
  Report report;
  report.sections.push_back({"", {}, &profile});
  Diagnostics diagnostics;
  StringWriter out;
  REQUIRE(RenderProfile(report, diagnostics, out));
  CHECK(diagnostics.Lines() ==
        Lines{"'a\\xff' is not UTF-8, which TensorFlow does not load; saved "
              "with its bytes as \\xNN",
              "'\\xc3(' is not UTF-8, which TensorFlow does not load; saved "
              "with its bytes as \\xNN"});
  tensorflow::tfprof::ProfileProto proto;
  REQUIRE(proto.ParseFromString(out.text()));
  std::set<std::string> names;
  for (const auto& [id, node] : proto.nodes()) names.insert(node.name());
  CHECK(names == std::set<std::string>{"a\\xff", "b"});
}

TEST_CASE("a profile is handed on in pieces") {
  class Pieces : public Writer {
   public:
    size_t count = 0, largest = 0;

    Status Write(std::string_view bytes) override {
      ++count;
      largest = std::max(largest, bytes.size());
      return count < 3 ? Status() : Fail(ErrorCode::kInternal, "enough");
    }
  };

  std::string text;
  for (int i = 0; i < 20000; ++i) {
    text += "node_" + std::to_string(i) + " Op\n";
  }
  const Profile profile = TinyProfile(text);
  Report report;
  report.sections.push_back({"", {}, &profile});
  Diagnostics diagnostics;
  Pieces pieces;
  const Status status = RenderProfile(report, diagnostics, pieces);
  REQUIRE_FALSE(status);
  CHECK(status.error().message == "enough");
  CHECK(pieces.count == 3);
  CHECK(pieces.largest < 100000);
}

}  // namespace tfprof
