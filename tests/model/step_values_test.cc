// SPDX-License-Identifier: Apache-2.0
#include "model/step_values.h"

#include "model/profile_builder.h"
#include "support/catch.h"

namespace tfprof {

namespace {

// A node `n` that takes 10, 11 and 14 us in the steps 1, 2 and 3, and one that
// runs in step 1 alone.
Profile ThreeSteps(LoadSpec kept) {
  Diagnostics diagnostics;
  ProfileBuilder builder(kReferenceRules, diagnostics, std::move(kept));
  builder.AddNode({.name = "n", .op = "MatMul"});
  builder.AddNode({.name = "once", .op = "Init"});
  int64_t step = 0;
  for (const int64_t micros : {10, 11, 14}) {
    builder.BeginStep(++step);
    builder.BeginDevice("/job:a/replica:0/task:0/device:CPU:0");
    builder.AddExec({.name = "n", .all_start_us = 5, .op_end_rel_us = micros});
    if (step == 1) {
      builder.AddExec({.name = "once", .all_start_us = 5, .op_end_rel_us = 9});
    }
    builder.EndStep();
  }
  auto profile = builder.Finish();
  REQUIRE(profile);
  return std::move(*profile);
}

int64_t MeanOf(const Profile& profile, std::string_view node,
               const std::vector<int64_t>& steps) {
  const StepValues values = ComputeChosenSums(profile, steps);
  return values.Shown(values.Of(Measure::kMicros, profile.FindNode(node)));
}

}  // namespace

TEST_CASE("a mean over chosen steps counts steps in which a node did not run") {
  const Profile profile = ThreeSteps({});
  CHECK(MeanOf(profile, "n", {1, 2}) == 11);
  CHECK(MeanOf(profile, "n", {2, 3}) == 13);
  CHECK(MeanOf(profile, "n", {3}) == 14);
  CHECK(MeanOf(profile, "once", {1, 2, 3}) == 3);
  CHECK(MeanOf(profile, "once", {2, 3}) == 0);
}

TEST_CASE("sums that were kept of chosen steps have the same means") {
  const Profile kept =
      ThreeSteps({.steps = LoadSpec::Steps::kSumOfChosen, .chosen = {2, 3}});
  CHECK(MeanOf(kept, "n", {2, 3}) == 13);
  CHECK(MeanOf(kept, "once", {2, 3}) == 0);
}

TEST_CASE("values of a step are the same with the rows of each step") {
  const Profile profile = ThreeSteps({});
  const RowsByStep rows_of(profile);
  CHECK(rows_of.Of(1).size() == 2);
  CHECK(rows_of.Of(3).size() == 1);
  CHECK(rows_of.Of(4).empty());
  for (const int64_t step : {1, 2, 3, 4}) {
    CHECK(ComputeStepValues(profile, step, &rows_of).column ==
          ComputeStepValues(profile, step).column);
  }
  const Profile one =
      ThreeSteps({.steps = LoadSpec::Steps::kOnlyOne, .only = 2});
  const RowsByStep rows_of_one(one);
  const StepValues values = ComputeStepValues(one, 2, &rows_of_one);
  CHECK(values.Of(Measure::kMicros, one.FindNode("n")) == 11);
}

TEST_CASE("a mean is rounded to the nearest whole number") {
  StepValues values;
  values.steps = 3;
  CHECK(values.Shown(4) == 1);
  CHECK(values.Shown(5) == 2);
  CHECK(values.Shown(-4) == -1);
  CHECK(values.Shown(-5) == -2);
  values.steps = 2;
  CHECK(values.Shown(5) == 3);
  CHECK(values.Shown(-5) == -3);
}

}  // namespace tfprof
