// SPDX-License-Identifier: Apache-2.0
#include "support/ask_checker.h"

namespace tfprof {

namespace {

constexpr std::string_view kChecker = "RecordedStepsChecker";

// One step of 1000 ps, of which so many went into each.
Texts Said(int64_t input, int64_t launch, int64_t compute,
           bool has_device = true,
           const std::vector<CheckerSetting>& settings = {}) {
  Profile profile;
  profile.step_table.device_names = {"/device:cpu:0"};
  if (has_device) profile.step_table.device_names.emplace_back("/device:gpu:0");
  StepTable::Step step;
  const auto part = [&](StepPart of) -> int64_t& {
    return step.parts_ps[static_cast<size_t>(of)];
  };
  part(StepPart::kWaitForInput) = input;
  part(StepPart::kHostPrepare) = launch;
  part(StepPart::kDevice32) = compute;
  part(StepPart::kHostCompute) = 1000 - input - launch - compute;
  profile.step_table.steps.push_back(step);
  return FindingsOf(kChecker, {profile, kReferenceRules}, settings);
}

}  // namespace

TEST_CASE("a step that computes has shares and nothing to mend") {
  CHECK(Said(50, 100, 500) ==
        Texts{"said: steps: wait for input 5.0% of their time",
              "said: steps: launch what idle devices will run 10.0% of their "
              "time",
              "said: steps: compute on devices 50.0% of their time"});
}

TEST_CASE("waiting for input, launching and idling are findings beyond a share") {
  const Texts said = Said(51, 101, 499);
  REQUIRE(said.size() == 3);
  CHECK(said[0] ==
        "found: steps: wait for input 5.1% of their time; prefetch, map and "
        "read files in parallel, or cache");
  CHECK(said[1].starts_with("found: steps: launch"));
  CHECK(said[2] ==
        "found: steps: compute on devices 49.9% of their time; the devices "
        "idle");
}

TEST_CASE("the shares are options") {
  const Texts said =
      Said(51, 101, 499, true,
           {{"RecordedStepsChecker.input", "0.2"},
            {"RecordedStepsChecker.launch", "0.2"},
            {"RecordedStepsChecker.compute", "0.4"}});
  REQUIRE(said.size() == 3);
  for (const std::string& text : said) CHECK(text.starts_with("said: "));
}

TEST_CASE("without devices only the input is said") {
  CHECK(Said(0, 500, 0, false).size() == 1);
}

TEST_CASE("steps that nobody marked have nothing to say") {
  Profile profile;
  profile.step_table.steps.push_back({});
  CHECK(FindingsOf(kChecker, {profile, kReferenceRules}, {}).empty());
}

}  // namespace tfprof
