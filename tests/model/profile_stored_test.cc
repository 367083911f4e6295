// SPDX-License-Identifier: Apache-2.0
// ProfileBuilder on saved profiles.
#include <vector>

#include "model/profile_builder.h"
#include "model/step_values.h"
#include "support/catch.h"

namespace tfprof {

namespace {

class Stored {
 public:
  Diagnostics diagnostics;
  ProfileBuilder builder{kReferenceRules, diagnostics};

  Profile Finish() {
    auto profile = builder.Finish();
    REQUIRE(profile);
    return std::move(*profile);
  }
};

int64_t StoredOf(const Profile& profile, std::string_view name, Measure measure,
                std::optional<int64_t> step) {
  return ComputeStepValues(profile, step).Of(measure, profile.FindNode(name));
}

}  // namespace

TEST_CASE("a saved profile's inputs find their sources by key") {
  Stored f;
  const StoredInput inputs[] = {{0, 5}, {1, 6}, {2, 404}};
  const StoredSourceIndex indices[] = {{5, 1}};
  const int64_t dim = 4;
  const StoredOutputShape outputs[] = {{1, {&dim, 1}}};
  f.builder.AddStoredNode({.key = 1,
                           .name = "user",
                           .op = "Add",
                           .inputs = inputs,
                           .source_indices = indices});
  f.builder.AddStoredNode(
      {.key = 5, .name = "source", .op = "Split", .output_shapes = outputs});
  f.builder.AddStoredNode({.key = 6, .name = "other", .op = "Const"});
  f.builder.AddStoredStep(3);
  const Profile profile = f.Finish();
  const auto edges = profile.nodes.inputs[profile.FindNode("user").value];
  REQUIRE(edges.size() == 2);
  CHECK(profile.NameOf(edges[0].source) == "source");
  CHECK(InputShape(profile, edges[0]).size() == 1);
  CHECK(InputShape(profile, edges[1]).empty());
  CHECK(profile.steps == std::vector<int64_t>{3});
  CHECK(f.diagnostics.Lines().size() == 1);
}

TEST_CASE("under corrected rules a saved name of a node is no type") {
  for (const bool corrected : {false, true}) {
    Diagnostics diagnostics;
    ProfileBuilder builder(corrected ? kCorrectedRules : kReferenceRules,
                           diagnostics);
    int64_t key = 0;
    for (const auto& [name, op] :
         {std::pair("while/body/_1/add", "while/body/_1/add"),
          std::pair("_retval_loss_0_0", "_retval_loss_0_0"),
          std::pair("Const", "Const"), std::pair("loss/Sum", "Sum")}) {
      const std::string_view types[] = {op};
      builder.AddStoredNode(
          {.key = ++key, .name = name, .op = op, .types = types});
    }
    const auto profile = builder.Finish();
    REQUIRE(profile);
    const auto op_of = [&](std::string_view name) {
      const NodeId node = profile->FindNode(name);
      return profile->strings[profile->nodes.op[node.value]];
    };
    const NodeId add = profile->FindNode("while/body/_1/add");
    REQUIRE(profile->nodes.TypesOf(add.value).size() == 1);
    CHECK(profile->nodes.TypesOf(add.value)[0] ==
          profile->nodes.op[add.value]);
    CHECK(op_of("while/body/_1/add") ==
          (corrected ? "(not in the graph)" : "while/body/_1/add"));
    CHECK(op_of("_retval_loss_0_0") ==
          (corrected ? "(not in the graph)" : "_retval_loss_0_0"));
    CHECK(op_of("Const") == "Const");
    CHECK(op_of("loss/Sum") == "Sum");
  }
}

TEST_CASE("saved maps come in any order, and the last of a key counts") {
  Stored f;
  const StoredInput inputs[] = {{1, 5}, {0, 6}, {1, 6}};
  const StoredSourceIndex indices[] = {{6, 1}, {5, 3}, {6, 2}};
  const int64_t dims[] = {4, 5};
  const StoredOutputShape outputs[] = {{2, {dims, 1}}, {2, {dims, 2}}};
  const StoredNodeStep runs[] = {{.step = 2, .run_count = 1},
                                 {.step = 1, .run_count = 10},
                                 {.step = 2, .run_count = 100}};
  f.builder.AddStoredNode({.key = 6,
                           .name = "n",
                           .output_shapes = outputs,
                           .inputs = inputs,
                           .source_indices = indices,
                           .node_steps = runs});
  f.builder.AddStoredNode({.key = 5, .name = "other"});
  f.builder.AddStoredStep(2);
  const Profile profile = f.Finish();
  const auto edges = profile.nodes.inputs[profile.FindNode("n").value];
  REQUIRE(edges.size() == 2);
  CHECK(edges[0].position == 0);
  CHECK(profile.NameOf(edges[1].source) == "n");
  CHECK(edges[1].output == 2);
  CHECK(InputShape(profile, edges[1]).size() == 2);
  CHECK(StoredOf(profile, "n", Measure::kRunCount, 2) == 100);
  CHECK(StoredOf(profile, "n", Measure::kRunCount, {}) == 55);
}

TEST_CASE("a saved node with many inputs is read in no time") {
  Stored f;
  std::vector<StoredInput> inputs;
  std::vector<StoredSourceIndex> indices;
  for (int32_t i = 300'000; i > 0; --i) {
    inputs.push_back({i, i});
    indices.push_back({i, 1});
  }
  f.builder.AddStoredNode({.key = 1,
                           .name = "group_deps",
                           .inputs = inputs,
                           .source_indices = indices});
  const Profile profile = f.Finish();
  CHECK(profile.nodes.inputs[0].size() == 1);
}

TEST_CASE("a saved profile's runs count what its records say") {
  Stored f;
  const StoredTime times[] = {{"odd", 100, 7, true},
                              {"gpu", 100, INT64_MAX, true},
                              {"cpu", 100, -2, false}};
  const std::string_view memory[] = {"first", "second"};
  const auto read = [](std::string_view record) {
    return record == "first" ? MemoryRecord{.requested_bytes = 1,
                                            .peak_bytes = 2}
                             : MemoryRecord{.requested_bytes = 10,
                                            .peak_bytes = 20,
                                            .residual_bytes = 30,
                                            .output_bytes = 40};
  };
  const StoredNodeStep run{.step = 3,
                           .run_count = 5,
                           .all_start_us = 99,
                           .latest_end_us = 200,
                           .times = times,
                           .memory = {memory, read}};
  f.builder.AddStoredNode({.name = "n", .op = "Add", .node_steps = {&run, 1}});
  f.builder.AddStoredStep(3);
  const Profile profile = f.Finish();
  CHECK(StoredOf(profile, "n", Measure::kRunCount, 3) == 5);
  CHECK(StoredOf(profile, "n", Measure::kAcceleratorMicros, 3) ==
        INT64_MIN + 6);
  CHECK(StoredOf(profile, "n", Measure::kCpuMicros, 3) == -2);
  CHECK(StoredOf(profile, "n", Measure::kRequestedBytes, 3) == 11);
  CHECK(StoredOf(profile, "n", Measure::kPeakBytes, 3) == 22);
  CHECK(StoredOf(profile, "n", Measure::kResidualBytes, 3) == 30);
  CHECK(StoredOf(profile, "n", Measure::kOutputBytes, 3) == 40);
  CHECK(profile.node_steps.all_start_us[0] == 99);
  CHECK(profile.node_steps.latest_end_us[0] == 200);
}

}  // namespace tfprof
