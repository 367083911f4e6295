// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/statistics.h"

#include <algorithm>
#include <cmath>

#include "analysis/gate/changed_rows.h"
#include "analysis/gate/power.h"
#include "support/catch.h"

namespace tfprof {

namespace {

using Values = std::vector<double>;

double P(const Values& first, const Values& second) {
  Values all = first;
  all.insert(all.end(), second.begin(), second.end());
  return PermutationP(all, Relabelings::Splits(first.size(), second.size()));
}

bool IsNear(double a, double b) { return std::abs(a - b) < 1e-9; }

const Values kFive = {1000, 1010, 990, 1005, 995};

Values Times(Values values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

std::vector<RowOutcome> Outcomes(const std::vector<TestedRow>& rows,
                                 const Floors& floors) {
  return FindChangedRows(
      rows,
      Relabelings::Splits(rows[0].baseline.size(), rows[0].candidate.size()),
      0.05, floors);
}

RowOutcome RootOf(const Values& baseline, const Values& candidate,
                  const Floors& floors = {}) {
  return Outcomes({{TestedRow::kNoParent, baseline, candidate}}, floors)[0];
}

RatioEstimate Estimate(const Values& first, const Values& second) {
  return EstimateRatio(LogsOf(first, second),
                       Relabelings::Splits(first.size(), second.size()), 0.05);
}

}  // namespace

TEST_CASE("groups that do not overlap have the least p value there is") {
  CHECK(IsNear(P({1, 2, 3}, {4, 5, 6}), 2.0 / 20));
  CHECK(IsNear(P({1, 2, 3, 4}, {5, 6, 7, 8}), 2.0 / 70));
  CHECK(IsNear(P({1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}), 2.0 / 252));
  CHECK(IsNear(P({6, 7, 8, 9, 10}, {1, 2, 3, 4, 5}), 2.0 / 252));
  CHECK(IsNear(Relabelings::Splits(3, 3).LeastP(), 0.1));
  CHECK(IsNear(Relabelings::Splits(5, 5).LeastP(), 2.0 / 252));
}

TEST_CASE("p values are those of counting by hand") {
  // Of {1, 2 | 3, 5}: statistics 2.24, 0.83, 0.20 and their mirrors.
  CHECK(IsNear(P({1, 2}, {3, 5}), 2.0 / 6));
  CHECK(IsNear(P({1, 3}, {2, 5}), 4.0 / 6));
  // All the same: every split is as extreme.
  CHECK(IsNear(P({7, 7, 7}, {7, 7, 7}), 1));
  // A tie with the split at hand counts.
  CHECK(IsNear(P({1, 1, 2}, {2, 3, 3}), 4.0 / 20));
}

TEST_CASE("p values do not depend on the order within a group") {
  Values first = {3, 1, 4, 1.5, 9};
  const Values second = {2, 6, 5, 3.5, 8};
  const double p = P(first, second);
  std::sort(first.begin(), first.end());
  CHECK(IsNear(P(first, second), p));
  CHECK(IsNear(P(second, first), p));
}

TEST_CASE("many runs are split the same way every time") {
  CHECK(Relabelings::Splits(12, 12).size() == Relabelings::kMost);
  Values low, high;
  for (int i = 0; i < 12; ++i) {
    low.push_back(100 + i);
    high.push_back(200 + i);
  }
  CHECK(P(low, high) < 0.001);
  CHECK(IsNear(P(low, high), P(low, high)));
}

TEST_CASE("four runs a side can show something at 5 %, three cannot") {
  CHECK(RunsNeeded(0.05, false) == 4);
  CHECK(RunsNeeded(0.01, false) == 5);
  CHECK(RunsNeeded(0.05, true) == 6);
  CHECK(RootOf({1, 2, 3}, {100, 101, 102}, {.min_absolute = 0}).state ==
        RowState::kTooFewRuns);
  CHECK(RootOf({1, 2, 3, 4}, {100, 101, 102, 103}, {.min_absolute = 0}).state ==
        RowState::kSlower);
}

TEST_CASE("the interval of a ratio holds it, and is open without evidence") {
  const RatioEstimate estimate = Estimate(kFive, Times(kFive, 1.1));
  CHECK(std::abs(estimate.ratio - 1.1) < 1e-6);
  CHECK(estimate.low > 1.08);
  CHECK(estimate.low < 1.1);
  CHECK(estimate.high > 1.1);
  CHECK(estimate.high < 1.12);
  const RatioEstimate open = Estimate({1, 2, 3}, {2, 3, 4});
  CHECK(IsNear(open.low, 0));
  CHECK(std::isinf(open.high));
}

namespace {

std::optional<double> Least(double spread, size_t runs, double floor = 1) {
  return LeastSlowdown({.spread_before = spread,
                        .spread_after = spread,
                        .before = runs,
                        .after = runs,
                        .alpha = 0.03,
                        .floor_ratio = floor});
}

}  // namespace

TEST_CASE("the least slowdown is found in 80 of 100 cases") {
  for (const size_t runs : {5, 8}) {
    const double least = std::log(Least(0.02, runs).value_or(0));
    const Relabelings splits = Relabelings::Splits(runs, runs);
    uint64_t state = 7;
    const auto uniform = [&] {
      state = state * 6364136223846793005U + 1442695040888963407U;
      return (static_cast<double>(state >> 11) + 0.5) * 0x1p-53;
    };
    int found = 0;
    constexpr int kTrials = 300;
    for (int trial = 0; trial < kTrials; ++trial) {
      Values logs;
      for (size_t run = 0; run < 2 * runs; ++run) {
        const double normal = std::sqrt(-2 * std::log(uniform())) *
                              std::cos(2 * M_PI * uniform());
        logs.push_back((run < runs ? 0 : least) + 0.02 * normal);
      }
      found += PermutationP(logs, splits) <= 0.03 ? 1 : 0;
    }
    CAPTURE(runs, least, found);
    CHECK(found > 0.72 * kTrials);
    CHECK(found < 0.88 * kTrials);
  }
}

TEST_CASE("what runs could show depends on spread, number and floors") {
  CHECK(Least(0.01, 5) < Least(0.05, 5));
  CHECK(Least(0.02, 10) < Least(0.02, 5));
  CHECK_FALSE(Least(0.01, 3));
  CHECK(Least(0.001, 5, 1.25) > 1.25);
  const Power power{.spread_before = 0.05,
                    .spread_after = 0.05,
                    .before = 5,
                    .after = 5,
                    .alpha = 0.03,
                    .floor_ratio = 1.02};
  const auto needed = RunsToShow(power, 1.10);
  REQUIRE(needed);
  CHECK(*needed > 5);
  CHECK(Least(0.05, *needed) <= 1.11);
  CHECK_FALSE(RunsToShow(power, 1.01));
}

TEST_CASE("pairs are compared within, so that drift does not hide a change") {
  Values before, after;
  for (int i = 0; i < 6; ++i) {
    before.push_back(1000 * (1 + 0.1 * i));
    after.push_back(before.back() * (1.02 + 0.001 * i));
  }
  const Values logs = LogsOf(before, after);
  CHECK(PermutationP(logs, Relabelings::Splits(6, 6)) > 0.5);
  CHECK(IsNear(PermutationP(logs, Relabelings::Pairs(6)), 2.0 / 64));
  CHECK(IsNear(Relabelings::Pairs(5).LeastP(), 2.0 / 32));
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
  CHECK(IsNear(adjusted[1], 0.03));
  CHECK(IsNear(adjusted[2], 0.06));
  CHECK(IsNear(adjusted[0], 0.06));
}

TEST_CASE("a change that is too small to matter is none") {
  CHECK(RootOf(kFive, Times(kFive, 1.05), {.min_absolute = 10}).state ==
        RowState::kSlower);
  CHECK(RootOf(kFive, Times(kFive, 1 / 1.05), {.min_absolute = 10}).state ==
        RowState::kFaster);
  CHECK(RootOf(kFive, Times(kFive, 1.05), {.min_ratio = 1.1, .min_absolute = 0})
            .state == RowState::kBelowFloor);
  CHECK(RootOf(kFive, Times(kFive, 1.05), {.min_absolute = 100}).state ==
        RowState::kBelowFloor);
  CHECK(RootOf(kFive, kFive).state == RowState::kNoEvidence);
}

TEST_CASE("rows without a ratio are said, not tested") {
  CHECK(RootOf({0, 1, 2, 3, 4}, kFive).state == RowState::kNoRatio);
  CHECK(RootOf(kFive, {-1, 1, 2, 3, 4}).state == RowState::kNoRatio);
}

TEST_CASE("what changed is named down the tree, and nothing beside it") {
  std::vector<TestedRow> rows = {
      {TestedRow::kNoParent, Times(kFive, 10), {}},
      {0, Times(kFive, 4), {}},
      {0, Times(kFive, 6), {}},
      {1, Times(kFive, 1), {}},
      {1, Times(kFive, 3), {}},
      {2, Times(kFive, 6), {}},
  };
  const double factors[] = {1.06, 1.15, 1.0, 1.6, 1.0, 1.3};
  const double luck[] = {1.001, 0.999, 1.0005, 0.9995, 1.0, 1.001};
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].candidate = Times(rows[i].baseline, factors[i] * luck[i]);
  }
  const auto outcomes = Outcomes(rows, {.min_absolute = 0});
  CHECK(outcomes[0].state == RowState::kSlower);
  CHECK(outcomes[1].state == RowState::kSlower);
  CHECK(outcomes[2].state == RowState::kNoEvidence);
  CHECK(outcomes[3].state == RowState::kSlower);
  CHECK(outcomes[4].state == RowState::kNoEvidence);
  // The gate to it is shut.
  CHECK(outcomes[5].state == RowState::kNotTested);
}

TEST_CASE("a thousand siblings that did not change raise no alarm") {
  std::vector<TestedRow> rows = {
      {TestedRow::kNoParent, kFive, Times(kFive, 1.2)}};
  uint64_t state = 1;
  const auto noise = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return 1 + 0.01 * (static_cast<double>(state >> 40) / 16777216.0 - 0.5);
  };
  for (int i = 0; i < 1000; ++i) {
    TestedRow row{0, {}, {}};
    for (int run = 0; run < 5; ++run) {
      row.baseline.push_back(1000 * noise());
      row.candidate.push_back((i == 500 ? 1200 : 1000) * noise());
    }
    rows.push_back(row);
  }
  const auto outcomes =
      Outcomes(rows, {.min_ratio = 1, .min_absolute = 0});
  for (size_t i = 1; i < rows.size(); ++i) {
    CAPTURE(i);
    CHECK(outcomes[i].state ==
          (i == 501 ? RowState::kSlower : RowState::kNoEvidence));
  }
}

}  // namespace tfprof
