// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/gate.h"

#include <cmath>
#include <string>

#include "support/catch.h"
#include "support/gate_input.h"

namespace tfprof {

namespace {

using Outcome = Verdict::Status;

GateInput SlowerBy(double factor) {
  GateInputMaker maker({{"root", TestedRow::kNoParent}, {"a", 0}, {"b", 0}});
  maker.AddFive({10'000, 6000, 4000}, {10'000 * factor, 6000 * factor, 4000});
  return maker.input();
}

GateResult GateOf(const GateInput& input) {
  return RunGate(input, GateOptions(), {}, "2026-06-15");
}

const Verdict::Check* Find(const GateResult& result, const std::string& rule) {
  for (const Verdict::Check& check : result.verdict.checks) {
    if (check.rule == rule) return &check;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("gate: without a baseline there is nothing to compare, and it passes") {
  GateInput input = SlowerBy(2);
  input.baseline.clear();
  const GateResult result = GateOf(input);
  CHECK(result.verdict.status == Outcome::kPass);
  CHECK(result.verdict.reason == "no baseline: nothing to compare with");
}

TEST_CASE("gate: a slower step is a regression, and the row is named") {
  const GateResult result = GateOf(SlowerBy(1.2));
  CHECK(result.verdict.status == Outcome::kRegression);
  CHECK(result.verdict.reason.starts_with("the step takes 12.00ms, was 10.00ms"));
  const Verdict::Check* const row = Find(result, "scope");
  REQUIRE(row != nullptr);
  CHECK(row->subject == "a");
  CHECK(row->status == Outcome::kRegression);
}

TEST_CASE("gate: a faster step is an improvement, a calm one passes") {
  CHECK(GateOf(SlowerBy(0.8)).verdict.status == Outcome::kImprovement);
  const GateResult same = GateOf(SlowerBy(1));
  CHECK(same.verdict.status == Outcome::kPass);
  CHECK(same.verdict.reason.starts_with("no change beyond chance: "));
  CHECK(same.power.least_slowdown.value_or(1) < 0.03);
  CHECK(Find(same, "scope") == nullptr);
}

TEST_CASE("gate: runs that cannot show a slowdown do not pass") {
  GateInput input = SlowerBy(1.2);
  input.baseline.resize(2);
  input.candidate.resize(2);
  const GateResult result = GateOf(input);
  CHECK(result.verdict.status == Outcome::kInconclusive);
  CHECK(result.verdict.reason.starts_with("these runs cannot tell: "));
  CHECK_FALSE(result.power.least_slowdown);
}

TEST_CASE("gate: more parameters are a regression of one run, too") {
  GateInput input = SlowerBy(1);
  SetAll(input.baseline, Measure::kParameters, {10, 6, 4});
  SetAll(input.candidate, Measure::kParameters, {11, 6, 5});
  const GateResult result = GateOf(input);
  CHECK(result.verdict.status == Outcome::kRegression);
  CHECK(result.verdict.reason == "params of b: 4 before, 5 now");
  CHECK(Find(result, "params")->subject == "b");
}

TEST_CASE("gate: runs of other devices are not compared by time or bytes") {
  GateInput input = SlowerBy(1.5);
  SetAll(input.baseline, Measure::kParameters, {10, 6, 4});
  SetAll(input.candidate, Measure::kParameters, {10, 6, 4});
  for (GateRun& run : input.candidate) run.devices = "GPU 1";
  const GateResult result = GateOf(input);
  CHECK(result.verdict.status == Outcome::kNotComparable);
  CHECK(result.steps.empty());
  CHECK(Find(result, "length") == nullptr);
  CHECK(Find(result, "params")->status == Outcome::kPass);
  CHECK(Find(result, InfoOf(Measure::kRequestedBytes).key.data()) == nullptr);
}

TEST_CASE("gate: a regression of runs that were not made in turn says so") {
  GateInput input = SlowerBy(1.2);
  int64_t start = 1'700'000'000'000'000;
  for (GateRun& run : input.baseline) run.start_us = start++;
  for (GateRun& run : input.candidate) run.start_us = start++;
  const GateResult result = GateOf(input);
  CHECK(result.order_is_confounded);
  CHECK(result.verdict.status == Outcome::kRegression);
  CHECK(result.verdict.reason.find("a drift of the machine") !=
        std::string::npos);
}

TEST_CASE("gate: slow steps that are faster make no improvement") {
  GateInput input = SlowerBy(1);
  int i = 0;
  for (auto* const side : {&input.baseline, &input.candidate}) {
    for (GateRun& run : *side) {
      run.of_steps[{StepMeasure::kSlowSteps, ""}] =
          (side == &input.baseline ? 20'000 : 12'000) + i++;
    }
  }
  const GateResult result = GateOf(input);
  CHECK(Find(result, "slow steps")->status == Outcome::kImprovement);
  CHECK(result.verdict.status == Outcome::kPass);
}

TEST_CASE("gate: a slowdown that is made up is of times alone") {
  GateInput input = SlowerBy(1.3);
  for (GateRun& run : input.candidate) {
    run.of_steps[{StepMeasure::kPeakMemory, "cpu"}] = 7;
  }
  const GateInput slowed = WithSlowdown(input, 2);
  double length = 0;
  for (const GateRun& run : slowed.candidate) {
    length += *run.Of({StepMeasure::kLength, ""}) / 5;
    CHECK(*run.Of({StepMeasure::kPeakMemory, "cpu"}) == 7);
  }
  // Twice the baseline, whatever the candidate took.
  CHECK(std::abs(length - 20'000) < 1);
  CHECK(slowed.candidate[0].Of(kNoisyMeasure, 0) ==
        *slowed.candidate[0].Of({StepMeasure::kLength, ""}));
}

TEST_CASE("gate: a program that plans more is a regression, however recorded") {
  GateInput input = SlowerBy(1);
  for (GateRun& run : input.baseline) {
    run.of_steps[{StepMeasure::kPlannedPeak, ""}] = 1'000'000;
    run.programs["jit_f"].planned_peak_bytes = 1'000'000;
  }
  for (GateRun& run : input.candidate) {
    run.of_steps[{StepMeasure::kPlannedPeak, ""}] = 2'000'000;
    run.programs["jit_f"].planned_peak_bytes = 2'000'000;
  }
  const auto check = [&] {
    const GateResult result = GateOf(input);
    const auto* const found = Find(result, "planned peak");
    REQUIRE(found != nullptr);
    CHECK(found->status == Outcome::kRegression);
    CHECK(found->message.ends_with(
        "; most in jit_f: 1.00MB before, 2.00MB now"));
    CHECK(result.verdict.status == Outcome::kRegression);
  };
  check();
  // Times do not compare then.
  input.candidate[0].facts.notices.insert("python traced");
  CHECK_FALSE(ObstaclesOf(input).words.empty());
  check();
}

}  // namespace tfprof
