// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/recorded_float_ops.h"

#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>

#include "analysis/work/graph_work.h"
#include "model/xspace/recording.h"
#include "support/catch.h"
#include "support/graph_maker.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

// A constant product in a loop's body, one beside it, and what follows it.
Graph Products() {
  GraphMaker maker;
  maker.AddInputs({8, 4}, {4, 3});
  maker.Add("while/body/y", "MatMul", {"x", "w"}, {});
  maker.Add("y", "MatMul", {"x", "w"}, {});
  maker.Add("relu", "Relu", {"y"}, {});
  return maker.Finish();
}

std::shared_ptr<Recording> Ran(
    std::initializer_list<std::pair<std::string_view, std::string_view>> rows) {
  auto recording = std::make_shared<Recording>();
  for (const auto& [name, type] : rows) {
    Recording::Row row;
    row.name = recording->strings.Intern(name);
    row.type = recording->strings.Intern(type);
    recording->rows.push_back(row);
  }
  return recording;
}

int64_t FloatOpsOf(std::string_view name, const Profile& profile) {
  for (uint32_t node = 0; node < profile.nodes.size(); ++node) {
    if (profile.NameOf(NodeId(node)) == name) {
      return profile.nodes.float_ops[node];
    }
  }
  return -1;
}

}  // namespace

TEST_CASE("recorded nodes have the float operations of the graph's nodes") {
  const auto work = WorkOfGraph(Products(), {});
  REQUIRE(work);
  RecordedFloatOps float_ops(*work);
  Profile profile = TinyProfile(
      "y MatMul\nrelu Relu\nwhile/body/y MatMul\nlogged MatMul flops=7\n");

  SECTION("also if another kernel of the type ran, or in a body") {
    float_ops.AddRecording(
        Ran({{"y", "_MklNativeMatMul"}, {"while/body/_3/y", "MatMul"}}));
    float_ops.SetIn(profile);
    CHECK(FloatOpsOf("y", profile) == 2 * 8 * 4 * 3);
    CHECK(FloatOpsOf("while/body/y", profile) == 2 * 8 * 4 * 3);
    CHECK(FloatOpsOf("relu", profile) == 8 * 3);
    CHECK(FloatOpsOf("logged", profile) == 7);
  }
  SECTION("unless others were fused into them") {
    float_ops.AddRecording(
        Ran({{"relu", "_FusedMatMul"}, {"while/body/_3/y", "_FusedConv2D"}}));
    float_ops.SetIn(profile);
    CHECK(FloatOpsOf("relu", profile) == 0);
    CHECK(FloatOpsOf("while/body/y", profile) == 0);
    CHECK(FloatOpsOf("y", profile) == 2 * 8 * 4 * 3);
  }
}

}  // namespace tfprof
