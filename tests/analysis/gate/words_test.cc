// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/words.h"

#include <algorithm>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/gate_input.h"

namespace tfprof {

namespace {

using Words = std::vector<std::string>;

StepTest Made(StepMeasure measure, double before, double after,
              StepState state) {
  StepTest test{.measure = measure};
  test.before_median = before;
  test.after_median = after;
  test.before = {before, before};
  test.after = {after, after};
  test.estimate = RatioEstimate{after / before, 1.2, 2.5};
  test.p = test.p_adjusted = 0.0079;
  test.state = state;
  return test;
}

constexpr int64_t kDate = 1'700'000'000'000'000;

// Two runs a side that began after so many us.
GateInput RunsAt(const std::vector<int64_t>& before,
                 const std::vector<int64_t>& after) {
  GateInputMaker maker;
  for (const int64_t start : before) {
    maker.Before({1000}).start_us = kDate + start;
  }
  for (const int64_t start : after) maker.After({1000}).start_us = kDate + start;
  return maker.input();
}

}  // namespace

TEST_CASE("gate words: a test has its numbers, its interval and its p") {
  const StepTest test =
      Made(StepMeasure::kLength, 20'000, 40'000, StepState::kWorse);
  CHECK(WordsOf(test, 0.05) ==
        "the step takes 40.00ms, was 20.00ms (2.000 times, 95% interval 1.200 "
        "to 2.500, p = 0.0079)");
}

TEST_CASE("gate words: an interval without an end is not said") {
  StepTest test = Made(StepMeasure::kLength, 20'000, 40'000,
                       StepState::kTooFewRuns);
  test.estimate->high = INFINITY;
  CHECK(WordsOf(test, 0.05) ==
        "the step takes 40.00ms, was 20.00ms (2.000 times)");
}

TEST_CASE("gate words: what is the same has no ratio, memory has its device") {
  StepTest test = Made(StepMeasure::kPeakMemory, 2'000'000, 2'000'000,
                       StepState::kSame);
  test.device = "GPU_0_bfc";
  test.p = test.p_adjusted = std::nullopt;
  CHECK(WordsOf(test, 0.05) ==
        "the peak of the memory of GPU_0_bfc is 2.00MB, was 2.00MB");
  CHECK(NameOf(test) == "peak memory of GPU_0_bfc");
}

TEST_CASE("gate words: what runs could show, and how many more would do") {
  GateInputMaker maker;
  maker.Before({1000});
  maker.After({1000});
  GateOptions options;
  GatePower power;
  CHECK(WordsOfPower(power, options, maker.input(), 0.03) ==
        "1 against 1 runs cannot show anything at 3%, 4 a side would do");
  power.least_slowdown = 0.2;
  power.runs_for_must_show = 12;
  CHECK(WordsOfPower(power, options, maker.input(), 0.03) ==
        "the smallest slowdown that they find in 80 of 100 cases is 20.0%; 12 "
        "runs a side would show 10%");
  options.is_paired = true;
  CHECK(WordsOfPower(power, options, maker.input(), 0.03) ==
        "the smallest slowdown that they find in 80 of 100 cases is 20.0%; 12 "
        "pairs would show 10%");
  // More runs do not help where floors are in the way.
  power.by_floors = 0.15;
  CHECK(WordsOfPower(power, options, maker.input(), 0.03) ==
        "the smallest slowdown that they find in 80 of 100 cases is 20.0%; "
        "--min_micros_changed and --min_slowdown hide slowdowns below 15.0%");
  power.by_floors = 0;
  power.least_slowdown = 0.05;
  CHECK(WordsOfPower(power, options, maker.input(), 0.03) ==
        "the smallest slowdown that they find in 80 of 100 cases is 5.0%");
}

TEST_CASE("gate words: idle time, the sum and parallelism explain the length") {
  const Floors floors;
  Words words = ExplainSteps(
      {Made(StepMeasure::kLength, 10'000, 20'000, StepState::kWorse),
       Made(StepMeasure::kIdle, 1000, 11'000, StepState::kWorse),
       Made(StepMeasure::kSum, 9000, 9050, StepState::kNoEvidence)},
      floors);
  CHECK(words == Words{"operations take as long as before",
                       "idle time grew from 10% to 55%"});
  words = ExplainSteps(
      {Made(StepMeasure::kLength, 10'000, 20'000, StepState::kWorse),
       Made(StepMeasure::kSum, 9000, 18'000, StepState::kNoEvidence),
       Made(StepMeasure::kParallelism, 4, 2, StepState::kBetter)},
      floors);
  CHECK(words ==
        Words{"operations take 2.000 times as long in sum, which is not proven: "
              "9.00ms before, 18.00ms now",
              "4.0 operations ran at a time, now 2.0"});
  CHECK(ExplainSteps({Made(StepMeasure::kLength, 10'000, 10'000,
                           StepState::kNoEvidence),
                      Made(StepMeasure::kSum, 9000, 18'000,
                           StepState::kWorse)},
                     floors)
            .empty());
}

TEST_CASE("gate words: nodes that the critical path grew by, the largest first") {
  GateInputMaker maker;
  for (int i = 0; i < 2; ++i) {
    maker.Before({10'000}).path_us = {{"a", 5000}, {"b", 4000}, {"gone", 900}};
    maker.After({20'000}).path_us = {
        {"a", 7000}, {"b", 4500}, {"new", 8000}};
  }
  const std::vector<StepTest> tests = {
      Made(StepMeasure::kLength, 10'000, 20'000, StepState::kWorse)};
  // b grew by less than a tenth of the change.
  CHECK(ExplainPath(maker.input(), tests) ==
        Words{"new on the critical path: hardly any before, 8.00ms now",
              "a on the critical path: 5.00ms before, 7.00ms now"});
  maker.input().candidate[1].path_us.clear();
  CHECK(ExplainPath(maker.input(), tests).empty());
}

TEST_CASE("gate words: sides that do not overlap in time are confounded") {
  CHECK(IsConfounded(RunsAt({0, 1}, {2, 3})));
  CHECK(IsConfounded(RunsAt({4, 5}, {2, 3})));
  CHECK_FALSE(IsConfounded(RunsAt({0, 2}, {1, 3})));
  // Clocks that do not count from 1970 tell nothing.
  CHECK_FALSE(IsConfounded(RunsAt({0, 1}, {2 - kDate, 3})));
}

TEST_CASE("gate words: advice names what is not proven and what was not tested") {
  GateInputMaker maker({{"root", TestedRow::kNoParent}, {"a", 0}});
  maker.AddFive({10'000, 5000}, {10'000, 7000});
  GateInput& input = maker.input();
  const GateOptions options;
  GateResult result;
  result.steps = {
      Made(StepMeasure::kLength, 10'000, 10'000, StepState::kNoEvidence),
      Made(StepMeasure::kSlowSteps, 12'000, 13'000, StepState::kTooFewRuns)};
  result.steps[0].before = {10'000, 10'010, 9990};
  result.steps[0].after = {10'000, 15'000, 5000};
  result.steps[1].decides = true;
  RowChange change{.row = 1, .before_us = 5000, .after_us = 7000, .ratio = 1.4};
  result.rows = {change};
  const Words advice =
      AdviceOn(input, options, RelabelingsOf(input, options), result);
  REQUIRE(advice.size() == 4);
  CHECK(advice[0] ==
        "could be chance: a takes 1.4 times as long: 5.00ms before, 7.00ms now; 6 "
        "runs a side would tell");
  CHECK(advice[1] == "too few runs to test slow steps besides the length");
  CHECK(advice[2].starts_with("runs of the candidate spread 5"));
  CHECK(advice[3].starts_with("the dumps do not record when they were made"));
  result.order_is_confounded = true;
  CHECK(AdviceOn(input, options, RelabelingsOf(input, options), result)
            .back()
            .ends_with("make baseline and candidate in turn and give --pairs"));
}

TEST_CASE("gate words: other versions and options of the profiler are a note") {
  GateInputMaker maker;
  maker.AddFive({10'000}, {10'000});
  for (GateRun& run : maker.input().baseline) {
    run.facts.versions = {"jax 0.10.2"};
    run.facts.profiler_options = {"host_tracer_level 2"};
  }
  for (GateRun& run : maker.input().candidate) {
    run.facts.versions = {"jax 0.11.0"};
    run.facts.profiler_options = {"host_tracer_level 1"};
  }
  const GateResult result = RunGate(maker.input(), {}, {}, "2026-01-01");
  CHECK(result.verdict.status == Verdict::Status::kPass);
  const auto has = [&](const std::string& words) {
    return std::find(result.advice.begin(), result.advice.end(), words) !=
           result.advice.end();
  };
  CHECK(has("other versions: jax 0.10.2 before, jax 0.11.0 now"));
  CHECK(has("other options of the profiler: host_tracer_level 2 before, "
            "host_tracer_level 1 now"));
}

TEST_CASE("gate words: the program that changed most is named") {
  GateInput input = RunsAt({0}, {1});
  const auto set = [](GateRun& run, std::string_view name, int64_t float_ops) {
    run.programs[std::string(name)].float_ops = float_ops;
  };
  set(input.baseline[0], "jit_a", 10);
  set(input.candidate[0], "jit_a", 12);
  set(input.candidate[0], "jit_b", 1'000'000'000'000);
  StepTest test = Made(StepMeasure::kProgramFloatOps, 10, 1'000'000'000'012,
                       StepState::kWorse);
  test.p = test.p_adjusted = std::nullopt;
  CHECK(WordsOf(test, 0.05).starts_with(
      "the float operations of the programs are 1000000000012, was 10 ("));
  CHECK(WordsOfProgram(input, test) ==
        "; most in jit_b: 0 before, 1000000000000 now");
  test.after_median = test.before_median;
  CHECK(WordsOfProgram(input, test).empty());
  test.measure = StepMeasure::kLength;
  test.after_median *= 2;
  CHECK(WordsOfProgram(input, test).empty());
}

}  // namespace tfprof
