// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/step_tests.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/median.h"

namespace tfprof {

namespace {

using Part = StepMeasureInfo::Part;

bool IsConstant(const std::vector<double>& values) {
  return std::adjacent_find(values.begin(), values.end(),
                            std::not_equal_to<>()) == values.end();
}

bool IsPositive(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return value > 0; });
}

// The measures that all runs have.
std::vector<GateRun::StepKey> SharedKeys(const GateInput& input) {
  std::vector<GateRun::StepKey> keys;
  for (const auto& [key, value] : input.baseline[0].of_steps) {
    const auto has_it = [&key = key](const GateRun& run) {
      return run.Of(key).has_value();
    };
    if (std::all_of(input.baseline.begin(), input.baseline.end(), has_it) &&
        std::all_of(input.candidate.begin(), input.candidate.end(), has_it)) {
      keys.push_back(key);
    }
  }
  return keys;
}

StepTest Observe(const GateInput& input, const GateRun::StepKey& key) {
  StepTest test{.measure = key.first, .device = key.second};
  for (const GateRun& run : input.baseline) {
    test.before.push_back(*run.Of(key));
  }
  for (const GateRun& run : input.candidate) {
    test.after.push_back(*run.Of(key));
  }
  test.before_median = Median(test.before);
  test.after_median = Median(test.after);
  test.decides = InfoOf(key.first).part != Part::kExplains;
  return test;
}

// Memory and programs that are the same in all runs of a side need no test.
bool IsExact(const StepTest& test) {
  const StepMeasureInfo& info = InfoOf(test.measure);
  return (info.unit == Unit::kBytes || info.is_of_programs) &&
         IsConstant(test.before) && IsConstant(test.after);
}

void JudgeExact(StepTest& test, const GateOptions& options) {
  const double change = test.after[0] - test.before[0];
  const double floor = InfoOf(test.measure).unit == Unit::kBytes
                           ? options.bytes_floor.Of(test.before[0])
                           : 0;
  test.state = change == 0                ? StepState::kSame
               : std::abs(change) < floor ? StepState::kBelowFloor
               : change > 0               ? StepState::kWorse
                                          : StepState::kBetter;
  if (test.before[0] > 0) {
    const double ratio = test.after[0] / test.before[0];
    test.estimate = RatioEstimate{ratio, ratio, ratio};
  }
}

// The ratio of the medians, which people divide themselves, with the interval
// of the test, widened to hold it.
RatioEstimate AboutMedians(RatioEstimate estimate, double ratio) {
  return {ratio, std::min(estimate.low, ratio), std::max(estimate.high, ratio)};
}

void Test(StepTest& test, const Relabelings& relabelings, double alpha) {
  if (IsPositive(test.before) && IsPositive(test.after)) {
    const std::vector<double> logs = LogsOf(test.before, test.after);
    test.p = PermutationP(logs, relabelings);
    test.estimate = AboutMedians(EstimateRatio(logs, relabelings, alpha),
                                 test.after_median / test.before_median);
    return;
  }
  std::vector<double> values = test.before;
  values.insert(values.end(), test.after.begin(), test.after.end());
  test.p = PermutationP(values, relabelings);
}

// Sets the state, from p_adjusted and the floors.
void Judge(StepTest& test, const GateOptions& options) {
  if (*test.p_adjusted > test.alpha) {
    test.state = StepState::kNoEvidence;
    return;
  }
  const bool is_bytes = InfoOf(test.measure).unit == Unit::kBytes;
  Floors floors = options.floors;
  if (is_bytes) {
    // The floor of memory is relative itself.
    floors.min_ratio = 1;
    floors.min_absolute = options.bytes_floor.Of(test.before_median);
  }
  if (InfoOf(test.measure).unit == Unit::kCount) floors.min_absolute = 0;
  const double ratio = test.estimate ? test.estimate->ratio : INFINITY;
  const bool is_more = test.after_median > test.before_median;
  test.state = !floors.IsAbove(ratio, test.before_median, test.after_median)
                   ? StepState::kBelowFloor
               : (test.estimate ? ratio > 1 : is_more) ? StepState::kWorse
                                                       : StepState::kBetter;
}

// Holm's method over as many tests as the runs can decide; with more tests none
// could be. Slow and first steps come before memory.
void AdjustSecondary(const std::vector<size_t>& secondary, double alpha,
                     double least_p, std::vector<StepTest>& tests) {
  const auto most = static_cast<size_t>(alpha / least_p);
  const size_t tested = std::min(most, secondary.size());
  std::vector<double> p;
  for (size_t i = 0; i < tested; ++i) p.push_back(*tests[secondary[i]].p);
  const std::vector<double> adjusted = HolmAdjusted(p);
  for (size_t i = 0; i < secondary.size(); ++i) {
    StepTest& test = tests[secondary[i]];
    test.p_adjusted = i < tested ? std::optional(adjusted[i]) : std::nullopt;
    test.alpha = i < tested ? alpha : 0;
  }
}

}  // namespace

AlphaShares AlphaShares::Of(double alpha, const Relabelings& relabelings) {
  constexpr double kPrimary = 0.6;
  if (relabelings.LeastP() > kPrimary * alpha) return {alpha, 0};
  return {kPrimary * alpha, alpha - kPrimary * alpha};
}

Relabelings RelabelingsOf(const GateInput& input, const GateOptions& options) {
  if (options.is_paired) return Relabelings::Pairs(input.baseline.size());
  return Relabelings::Splits(input.baseline.size(), input.candidate.size());
}

std::vector<StepTest> TestSteps(const GateInput& input,
                                const GateOptions& options,
                                const Relabelings& relabelings) {
  const AlphaShares shares = AlphaShares::Of(options.alpha, relabelings);
  std::vector<StepTest> tests;
  std::vector<size_t> secondary;
  for (const GateRun::StepKey& key : SharedKeys(input)) {
    StepTest& test = tests.emplace_back(Observe(input, key));
    if (IsExact(test)) {
      JudgeExact(test, options);
      continue;
    }
    Test(test, relabelings, options.alpha);
    const Part part = InfoOf(key.first).part;
    if (part == Part::kSecondary) secondary.push_back(tests.size() - 1);
    test.p_adjusted = test.p;
    test.alpha = part == Part::kPrimary ? shares.primary : options.alpha;
  }
  AdjustSecondary(secondary, shares.secondary, relabelings.LeastP(), tests);
  for (StepTest& test : tests) {
    if (!test.p) continue;
    if (relabelings.LeastP() > test.alpha) {
      test.state = StepState::kTooFewRuns;
    } else {
      Judge(test, options);
    }
  }
  return tests;
}

}  // namespace tfprof
