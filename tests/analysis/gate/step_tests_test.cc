// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/step_tests.h"

#include <cmath>
#include <string>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("the error rate is shared as far as runs can tell") {
  const auto shares = [](size_t runs) {
    return AlphaShares::Of(0.05, Relabelings::Splits(runs, runs));
  };
  const auto is_near = [](double a, double b) { return std::abs(a - b) < 1e-9; };
  CHECK(is_near(shares(5).primary, 0.03));
  CHECK(is_near(shares(5).secondary, 0.02));
  CHECK(is_near(shares(3).primary, 0.05));
  const AlphaShares pairs = AlphaShares::Of(0.05, Relabelings::Pairs(6));
  CHECK(is_near(pairs.primary, 0.05));
  CHECK(pairs.secondary == 0);
}

namespace {

// Runs whose measures are these, one side as the other but for `factor` of
// the slow steps.
GateInput InputOf(double factor, size_t allocators) {
  GateInput input;
  for (int run = 0; run < 10; ++run) {
    const double luck = 1 + 0.001 * ((run * 7) % 10);
    GateRun of_run;
    of_run.of_steps[{StepMeasure::kLength, ""}] = 10'000 * luck;
    of_run.of_steps[{StepMeasure::kSlowSteps, ""}] =
        12'000 * luck * (run < 5 ? 1 : factor);
    for (size_t i = 0; i < allocators; ++i) {
      of_run.of_steps[{StepMeasure::kPeakMemory, std::to_string(i)}] =
          1'000'000 * luck;
    }
    (run < 5 ? input.baseline : input.candidate).push_back(of_run);
  }
  return input;
}

}  // namespace

TEST_CASE("memory of many allocators does not make the gate deaf") {
  for (const size_t allocators : {0, 1, 6}) {
    const GateInput input = InputOf(1.5, allocators);
    const GateOptions options;
    const auto tests =
        TestSteps(input, options, RelabelingsOf(input, options));
    CAPTURE(allocators);
    REQUIRE(tests.size() == 2 + allocators);
    CHECK(tests[0].state == StepState::kNoEvidence);
    CHECK(tests[1].measure == StepMeasure::kSlowSteps);
    CHECK(tests[1].state == StepState::kWorse);
    if (allocators < 6) continue;
    CHECK(tests[2].state == StepState::kNoEvidence);
    CHECK(tests[3].state == StepState::kTooFewRuns);
    CHECK_FALSE(tests[3].p_adjusted);
  }
}

TEST_CASE("memory that is the same in all runs needs no evidence") {
  GateInput input = InputOf(1, 0);
  for (GateRun& run : input.baseline) {
    run.of_steps[{StepMeasure::kPeakMemory, "cpu"}] = 1'000'000;
  }
  for (GateRun& run : input.candidate) {
    run.of_steps[{StepMeasure::kPeakMemory, "cpu"}] = 1'020'000;
  }
  input.baseline.resize(1);
  input.candidate.resize(1);
  GateOptions options;
  const auto state = [&] {
    return TestSteps(input, options, RelabelingsOf(input, options)).back().state;
  };
  CHECK(state() == StepState::kWorse);
  options.bytes_floor = {20'001, 0};
  CHECK(state() == StepState::kBelowFloor);
}

TEST_CASE("programs that do more by one operation need no evidence") {
  GateInput input = InputOf(1, 0);
  input.baseline.resize(1);
  input.candidate.resize(1);
  const GateRun::StepKey key = {StepMeasure::kProgramFloatOps, ""};
  input.baseline[0].of_steps[key] = 1'000'000;
  input.candidate[0].of_steps[key] = 1'000'001;
  const GateOptions options;
  const StepTest test =
      TestSteps(input, options, RelabelingsOf(input, options)).back();
  CHECK(test.measure == StepMeasure::kProgramFloatOps);
  CHECK(test.decides);
  CHECK(test.state == StepState::kWorse);
}

}  // namespace tfprof
