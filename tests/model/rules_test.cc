// SPDX-License-Identifier: Apache-2.0
// Each rule that can be corrected, both ways.
#include "model/rules.h"

#include "model/profile_builder.h"
#include "model/step_values.h"
#include "support/catch.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

// A split with outputs of shapes {2} and {3}, and a user of the given input.
std::vector<int64_t> ShapeOfInput(std::string_view input, const Rules& rules) {
  Diagnostics diagnostics;
  ProfileBuilder builder(rules, diagnostics);
  const int64_t two = 2, three = 3;
  const ShapeRecord outputs[] = {ShapeRecord({&two, 1}),
                                 ShapeRecord({&three, 1})};
  builder.AddNode({.name = "split", .op = "Split", .output_shapes = outputs});
  builder.AddNode(
      {.name = "user", .op = "Add", .inputs = std::span(&input, 1)});
  const auto profile = builder.Finish();
  REQUIRE(profile);
  const NodeId user = profile->FindNode("user");
  const auto shape =
      InputShape(*profile, profile->nodes.inputs[user.value][0]);
  return {shape.begin(), shape.end()};
}

using Shape = std::vector<int64_t>;

}  // namespace

TEST_CASE("the reference takes every input from output 0") {
  for (const char* input : {"split", "split:0", "split:1", "split:1:7",
                            "split:x", "^split", "^split:1"}) {
    CHECK(ShapeOfInput(input, kReferenceRules) == Shape{2});
  }
}

TEST_CASE("corrected rules take an input from the output it names") {
  CHECK(ShapeOfInput("split", kCorrectedRules) == Shape{2});
  CHECK(ShapeOfInput("split:0", kCorrectedRules) == Shape{2});
  CHECK(ShapeOfInput("split:1", kCorrectedRules) == Shape{3});
  CHECK(ShapeOfInput("split:2", kCorrectedRules) == Shape{});
  CHECK(ShapeOfInput("split:x", kCorrectedRules) == Shape{});
}

TEST_CASE("corrected rules give a control input no shape") {
  CHECK(ShapeOfInput("^split", kCorrectedRules) == Shape{});
}

TEST_CASE("an execution of 0 us is 1 us to the reference and 0 corrected") {
  const char* text = "a Add step=5:0:0:0 step=9:4:0:0";
  for (const bool corrected : {false, true}) {
    const Profile profile =
        TinyProfile(text, corrected ? kCorrectedRules : kReferenceRules);
    const NodeId node = profile.FindNode("a");
    CHECK(ComputeStepValues(profile, 0).Of(Measure::kMicros, node) ==
          (corrected ? 0 : 1));
    CHECK(ComputeStepValues(profile, 1).Of(Measure::kMicros, node) == 4);
  }
}

TEST_CASE("negative durations stay under both rules") {
  for (const Rules& rules : {kReferenceRules, kCorrectedRules}) {
    const Profile profile = TinyProfile("a Add step=5:-3:0:0", rules);
    CHECK(ComputeStepValues(profile, {})
              .Of(Measure::kMicros, profile.FindNode("a")) == -3);
  }
}

TEST_CASE(
    "a negative average is huge to the reference and negative corrected") {
  const char* text = "a Add step=5:-3:0:0 step=9:-4:0:0 step=7:-1:0:0";
  const Profile reference = TinyProfile(text, kReferenceRules);
  const NodeId node = reference.FindNode("a");
  // -8 / 3 in unsigned arithmetic.
  CHECK(ComputeStepValues(reference, {}).Of(Measure::kMicros, node) ==
        6148914691236517202);
  const Profile corrected = TinyProfile(text, kCorrectedRules);
  CHECK(ComputeStepValues(corrected, {}).Of(Measure::kMicros, node) == -2);
}

}  // namespace tfprof
