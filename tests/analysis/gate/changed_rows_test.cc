// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/changed_rows.h"

#include <cstdint>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

using Values = std::vector<double>;

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

}  // namespace

TEST_CASE("three runs a side are too few to test a row, four are not") {
  CHECK(RootOf({1, 2, 3}, {100, 101, 102}, {.min_absolute = 0}).state ==
        RowState::kTooFewRuns);
  CHECK(RootOf({1, 2, 3, 4}, {100, 101, 102, 103}, {.min_absolute = 0}).state ==
        RowState::kSlower);
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
