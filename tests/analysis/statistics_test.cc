// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/statistics.h"

#include <algorithm>
#include <cmath>

#include "analysis/gate/changed_rows.h"
#include "support/catch.h"

namespace tfprof {

namespace {

using Values = std::vector<double>;

double P(const Values& first, const Values& second) {
  Values all = first;
  all.insert(all.end(), second.begin(), second.end());
  return PermutationP(all, Splits(first.size(), second.size()));
}

bool IsNear(double a, double b) { return std::abs(a - b) < 1e-9; }

const Values kFive = {1000, 1010, 990, 1005, 995};

Values Times(Values values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

RowOutcome RootOf(const Values& baseline, const Values& candidate,
                  const TreeTestOptions& options = {}) {
  return FindChangedRows({{TestedRow::kNoParent, baseline, candidate}},
                         options)[0];
}

}  // namespace

TEST_CASE("groups that do not overlap have the least p value there is") {
  CHECK(IsNear(P({1, 2, 3}, {4, 5, 6}), 2.0 / 20));
  CHECK(IsNear(P({1, 2, 3, 4}, {5, 6, 7, 8}), 2.0 / 70));
  CHECK(IsNear(P({1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}), 2.0 / 252));
  CHECK(IsNear(P({6, 7, 8, 9, 10}, {1, 2, 3, 4, 5}), 2.0 / 252));
  CHECK(IsNear(Splits(3, 3).LeastP(), 0.1));
  CHECK(IsNear(Splits(5, 5).LeastP(), 2.0 / 252));
}

TEST_CASE("p values are those of counting by hand") {
  // Of {1, 2 | 3, 5}: differences of means 2.5, 1.5, 0.5 and their mirrors.
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
  const Splits splits(12, 12);
  CHECK(splits.size() == Splits::kMostSplits);
  Values low, high;
  for (int i = 0; i < 12; ++i) {
    low.push_back(100 + i);
    high.push_back(200 + i);
  }
  CHECK(P(low, high) < 0.001);
  CHECK(IsNear(P(low, high), P(low, high)));
}

TEST_CASE("four runs a side can show something at 5 %, three cannot") {
  CHECK(RunsNeeded(0.05) == 4);
  CHECK(RunsNeeded(0.01) == 5);
  CHECK(RootOf({1, 2, 3}, {100, 101, 102}, {.min_absolute = 0}).state ==
        RowState::kTooFewRuns);
  CHECK(RootOf({1, 2, 3, 4}, {100, 101, 102, 103}, {.min_absolute = 0}).state ==
        RowState::kSlower);
}

TEST_CASE("the interval of a ratio holds it, and is open without evidence") {
  const Splits splits(5, 5);
  const RatioEstimate estimate =
      EstimateRatio(kFive, Times(kFive, 1.1), splits, 0.05);
  CHECK(std::abs(estimate.ratio - 1.1) < 1e-6);
  CHECK(estimate.low > 1.08);
  CHECK(estimate.low < 1.1);
  CHECK(estimate.high > 1.1);
  CHECK(estimate.high < 1.12);
  const RatioEstimate open =
      EstimateRatio({{1, 2, 3}}, {{2, 3, 4}}, Splits(3, 3), 0.05);
  CHECK(IsNear(open.low, 0));
  CHECK(std::isinf(open.high));
}

TEST_CASE("runs that spread more could show less") {
  const Splits splits(5, 5);
  const auto shown = [&](const Values& values) {
    return SmallestRatioShown(values, values, splits, 0.05).value_or(0);
  };
  const Values wide = {1000, 1100, 900, 1050, 950};
  CHECK(shown(kFive) > 1.005);
  CHECK(shown(kFive) < 1.03);
  CHECK(shown(wide) > 1.05);
  CHECK_FALSE(SmallestRatioShown({{1, 2, 3}}, {{1, 2, 3}}, Splits(3, 3), 0.05));
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
  const auto outcomes = FindChangedRows(rows, {.min_absolute = 0});
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
      FindChangedRows(rows, {.min_ratio = 1, .min_absolute = 0});
  for (size_t i = 1; i < rows.size(); ++i) {
    CAPTURE(i);
    CHECK(outcomes[i].state ==
          (i == 501 ? RowState::kSlower : RowState::kNoEvidence));
  }
}

}  // namespace tfprof
