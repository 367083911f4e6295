// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <fmt/format.h>

#include "model/profile_builder.h"
#include "model/step_values.h"
#include "support/catch.h"

namespace tfprof {

namespace {

// A loop `train/while`, whose body is recorded under its name, with a line of
// code for the loop and none for `train/other`.
struct Loop {
  explicit Loop(const Rules& rules) : builder(rules, diagnostics) {
    builder.AddNode({.name = "train/while", .op = "While"});
    builder.AddNode({.name = "train/other", .op = "Add"});
    const FrameRecord frames[] = {
        {.file = "train.py", .function = "main", .line = 41}};
    builder.AddOpLogEntry(
        {.name = "train/while", .stack = builder.AddStack(frames)});
    builder.BeginStep(0);
    builder.BeginDevice("/job:a/replica:0/task:0/device:CPU:0");
  }

  void Exec(std::string_view name, int64_t micros, std::string_view label) {
    builder.AddExec({.name = name,
                     .all_start_us = 100,
                     .op_end_rel_us = micros,
                     .label = label});
  }

  Profile Finish() {
    builder.EndStep();
    auto profile = builder.Finish();
    REQUIRE(profile);
    return std::move(*profile);
  }

  Diagnostics diagnostics;
  ProfileBuilder builder;
};

std::string OpOf(const Profile& profile, std::string_view name) {
  const NodeId node = profile.FindNode(name);
  REQUIRE(node.valid());
  return std::string(profile.strings[profile.nodes.op[node.value]]);
}

std::string LineOf(const Profile& profile, std::string_view name) {
  const NodeId node = profile.FindNode(name);
  REQUIRE(node.valid());
  const StackId stack = profile.nodes.stack[node.value];
  REQUIRE(stack.valid());
  const FrameId frame = profile.stacks[stack.value].back();
  const Frame& line = profile.frames[frame.value];
  if (line.line == 0) return std::string(profile.strings[line.function]);
  return fmt::format("{}:{}:{}", profile.strings[line.file], line.line,
                     profile.strings[line.function]);
}

constexpr const char* kInner = "train/while/body/_98/MatMul";

}  // namespace

TEST_CASE("a node of a body has the op type of its label") {
  Loop loop(kCorrectedRules);
  loop.Exec(kInner, 5, "[48B] train/while/body/_98/MatMul = MatMul(a, b)");
  const Profile profile = loop.Finish();
  CHECK(OpOf(profile, kInner) == "MatMul");
  const auto types = profile.nodes.TypesOf(profile.FindNode(kInner).value);
  REQUIRE(types.size() == 2);  // and its device
  CHECK(profile.strings[types[1]] == "MatMul");
}

TEST_CASE("a later label tells the op type where the first record has none") {
  Loop loop(kCorrectedRules);
  loop.Exec(kInner, 5, "");
  loop.Exec(kInner, 5, "train/while/body/_98/MatMul = MatMul(a, b)");
  CHECK(OpOf(loop.Finish(), kInner) == "MatMul");
}

TEST_CASE("an eager record, which has no label, has its name as type") {
  Loop loop(kCorrectedRules);
  loop.Exec("unknown", 5, "");
  CHECK(OpOf(loop.Finish(), "unknown") == "unknown");
}

TEST_CASE("a node of the graph keeps its type, whatever ran in its place") {
  Loop loop(kCorrectedRules);
  loop.Exec("train/other", 5, "train/other = _MklNativeFusedMatMul(a)");
  CHECK(OpOf(loop.Finish(), "train/other") == "Add");
}

TEST_CASE("the line of a body is that of its caller") {
  Loop loop(kCorrectedRules);
  loop.Exec(kInner, 5, "");
  loop.Exec("Func/train/while/body/_98/input/_7", 5, "");
  loop.Exec("_retval_train/while_0_0", 5, "");
  loop.Exec("_SOURCE", 5, "");
  loop.Exec("train/other", 5, "");
  const Profile profile = loop.Finish();
  for (const char* name : {kInner, "Func/train/while/body/_98/input/_7",
                           "_retval_train/while_0_0"}) {
    CHECK(LineOf(profile, name) == "train.py:41:main");
  }
  CHECK(LineOf(profile, "_SOURCE") == "(no call stack)");
  CHECK(LineOf(profile, "train/other") == "(no call stack)");
}

TEST_CASE("no record is dropped, neither by its name nor by its device") {
  for (const bool corrected : {false, true}) {
    Loop loop(corrected ? kCorrectedRules : kReferenceRules);
    loop.Exec("train/other", 5, "");
    loop.Exec("RecvTensor", 7, "");
    loop.builder.BeginDevice("/job:a/replica:0/task:0/device:CPU:1");
    loop.Exec("train/other", 11, "");
    const Profile profile = loop.Finish();
    const StepValues values = ComputeStepValues(profile, 0);
    int64_t total = 0;
    for (size_t i = 0; i < profile.nodes.size(); ++i) {
      total += values.Of(Measure::kMicros, NodeId(i));
    }
    CHECK(total == (corrected ? 5 + 7 + 11 : 5));
  }
}

TEST_CASE("the reference takes the name of a node for its op type") {
  Loop loop(kReferenceRules);
  loop.Exec(kInner, 5, "train/while/body/_98/MatMul = MatMul(a, b)");
  const Profile profile = loop.Finish();
  CHECK(OpOf(profile, kInner) == kInner);
  CHECK_FALSE(profile.no_stack.valid());
}

}  // namespace tfprof
