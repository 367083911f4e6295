// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

using Values = std::vector<double>;

double P(const Values& first, const Values& second) {
  Values all = first;
  all.insert(all.end(), second.begin(), second.end());
  return PermutationP(all, Relabelings::Splits(first.size(), second.size()));
}

bool IsAbout(double a, double b) { return std::abs(a - b) < 1e-9; }

const Values kFiveRuns = {1000, 1010, 990, 1005, 995};

Values Scaled(Values values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

RatioEstimate Estimate(const Values& first, const Values& second) {
  return EstimateRatio(LogsOf(first, second),
                       Relabelings::Splits(first.size(), second.size()), 0.05);
}

}  // namespace

TEST_CASE("groups that do not overlap have the least p value there is") {
  CHECK(IsAbout(P({1, 2, 3}, {4, 5, 6}), 2.0 / 20));
  CHECK(IsAbout(P({1, 2, 3, 4}, {5, 6, 7, 8}), 2.0 / 70));
  CHECK(IsAbout(P({1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}), 2.0 / 252));
  CHECK(IsAbout(P({6, 7, 8, 9, 10}, {1, 2, 3, 4, 5}), 2.0 / 252));
}

TEST_CASE("p values are those of counting by hand") {
  // The statistics of {1, 2 | 3, 5} are 2.24, 0.83, 0.20 and their mirrors.
  CHECK(IsAbout(P({1, 2}, {3, 5}), 2.0 / 6));
  CHECK(IsAbout(P({1, 3}, {2, 5}), 4.0 / 6));
  // All the same: every split is as extreme.
  CHECK(IsAbout(P({7, 7, 7}, {7, 7, 7}), 1));
  // A tie with the split at hand counts.
  CHECK(IsAbout(P({1, 1, 2}, {2, 3, 3}), 4.0 / 20));
}

TEST_CASE("p values do not depend on the order within a group") {
  Values first = {3, 1, 4, 1.5, 9};
  const Values second = {2, 6, 5, 3.5, 8};
  const double p = P(first, second);
  std::sort(first.begin(), first.end());
  CHECK(IsAbout(P(first, second), p));
  CHECK(IsAbout(P(second, first), p));
}

TEST_CASE("the p value of many runs is the same every time") {
  Values low, high;
  for (int i = 0; i < 12; ++i) {
    low.push_back(100 + i);
    high.push_back(200 + i);
  }
  CHECK(P(low, high) < 0.001);
  CHECK(IsAbout(P(low, high), P(low, high)));
}

TEST_CASE("the interval of a ratio holds it, and is open without evidence") {
  const RatioEstimate estimate = Estimate(kFiveRuns, Scaled(kFiveRuns, 1.1));
  CHECK(std::abs(estimate.ratio - 1.1) < 1e-6);
  CHECK(estimate.low > 1.08);
  CHECK(estimate.low < 1.1);
  CHECK(estimate.high > 1.1);
  CHECK(estimate.high < 1.12);
  const RatioEstimate open = Estimate({1, 2, 3}, {2, 3, 4});
  CHECK(IsAbout(open.low, 0));
  CHECK(std::isinf(open.high));
}

TEST_CASE("pairs are compared within, so that drift does not hide a change") {
  Values before, after;
  for (int i = 0; i < 6; ++i) {
    before.push_back(1000 * (1 + 0.1 * i));
    after.push_back(before.back() * (1.02 + 0.001 * i));
  }
  const Values logs = LogsOf(before, after);
  CHECK(PermutationP(logs, Relabelings::Splits(6, 6)) > 0.5);
  CHECK(IsAbout(PermutationP(logs, Relabelings::Pairs(6)), 2.0 / 64));
}

TEST_CASE("groups of unequal spread do not mislead the test") {
  // Three wild runs against ten calm ones: under the plain difference of means
  // a mean that is off by luck is significant far too often.
  uint64_t state = 3;
  const auto uniform = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (static_cast<double>(state >> 11) + 0.5) * 0x1p-53;
  };
  const Relabelings splits = Relabelings::Splits(10, 3);
  int alarms = 0;
  constexpr int kTrials = 300;
  for (int trial = 0; trial < kTrials; ++trial) {
    Values logs;
    for (size_t run = 0; run < 13; ++run) {
      const double normal = std::sqrt(-2 * std::log(uniform())) *
                            std::cos(2 * M_PI * uniform());
      logs.push_back((run < 10 ? 0.01 : 0.03) * normal);
    }
    alarms += PermutationP(logs, splits) <= 0.05 ? 1 : 0;
  }
  CAPTURE(alarms);
  CHECK(alarms < 0.17 * kTrials);
}

TEST_CASE("Holm's adjustment steps down") {
  const Values adjusted = HolmAdjusted({0.04, 0.01, 0.03});
  CHECK(IsAbout(adjusted[1], 0.03));
  CHECK(IsAbout(adjusted[2], 0.06));
  CHECK(IsAbout(adjusted[0], 0.06));
}

}  // namespace tfprof
