// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/row_changes.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/gate_input.h"

namespace tfprof {

namespace {

constexpr double kAbsent = GateInputMaker::kMissing;

const GateOptions kRowOptions;

std::vector<RowChange> ChangesOf(const GateInput& input) {
  return CompareRows(input, kRowOptions, RelabelingsOf(input, kRowOptions));
}

}  // namespace

TEST_CASE("row changes: the largest first, and what is under it explains it") {
  GateInputMaker maker({{"root", TestedRow::kNoParent},
                        {"encoder", 0},
                        {"encoder/matmul", 1},
                        {"decoder", 0}});
  maker.AddFive({10'000, 6000, 4000, 4000}, {13'000, 8000, 6000, 5000});
  const auto changes = ChangesOf(maker.input());
  REQUIRE(changes.size() == 3);
  CHECK(changes[0].row == 1);
  CHECK(changes[0].is_proven);
  CHECK(changes[0].is_explained);
  CHECK(changes[0].change_us == 2000);
  CHECK(changes[1].row == 2);
  CHECK(changes[1].is_proven);
  CHECK_FALSE(changes[1].is_explained);
  CHECK(changes[1].Words(maker.input()) ==
        "encoder/matmul takes 1.5 times as long: 4.00ms before, 6.00ms now");
  CHECK(changes[2].row == 3);
}

TEST_CASE("row changes: a new scope is said once, with what is in it") {
  GateInputMaker maker({{"root", TestedRow::kNoParent},
                        {"old", 0},
                        {"new", 0},
                        {"new/a", 2},
                        {"new/b", 2}});
  maker.AddFive({10'000, 10'000, kAbsent, kAbsent, kAbsent},
                {13'000, 10'000, 3000, 2000, 1000});
  const auto changes = ChangesOf(maker.input());
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].is_new);
  CHECK_FALSE(changes[0].before_us);
  CHECK_FALSE(changes[0].ratio);
  CHECK(changes[0].operations == 2);
  CHECK(changes[0].Words(maker.input()) ==
        "2 operations are new under new: 3.00ms a step");
}

TEST_CASE("row changes: one operation that is gone is called by its name") {
  GateInputMaker maker({{"root", TestedRow::kNoParent}, {"a", 0}, {"b", 0}});
  maker.AddFive({10'000, 9000, 1000}, {9000, 9000, kAbsent});
  const auto changes = ChangesOf(maker.input());
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].is_gone);
  CHECK_FALSE(changes[0].after_us);
  CHECK(changes[0].change_us == -1000);
  CHECK(changes[0].Words(maker.input()) == "b is gone: 1.00ms a step");
}

TEST_CASE("row changes: a row that was renamed is listed though it costs the same") {
  GateInputMaker maker({{"root", TestedRow::kNoParent}, {"b", 0}, {"a", 0}});
  maker.AddFive({10'000, 10'000}, {10'000, 10'000});
  maker.input().renamed_from = {TestedRow::kNoParent, 2};
  const auto changes = ChangesOf(maker.input());
  REQUIRE(changes.size() == 1);
  CHECK_FALSE(changes[0].is_proven);
  CHECK(changes[0].Words(maker.input()) ==
        "b takes 1 times as long: 10.00ms before, 10.00ms now (it was a)");
}

TEST_CASE("row changes: of a change that is not proven, how many runs would do") {
  GateInputMaker maker({{"root", TestedRow::kNoParent}, {"a", 0}});
  const double before[] = {10'000, 14'000, 9000, 12'000, 8000};
  const double after[] = {13'000, 17'000, 9500, 15'000, 12'000};
  for (int i = 0; i < 5; ++i) {
    maker.Before({before[i], before[i]});
    maker.After({after[i], after[i]});
  }
  const auto changes = ChangesOf(maker.input());
  REQUIRE(changes.size() == 1);
  CHECK_FALSE(changes[0].is_proven);
  const Relabelings relabelings = RelabelingsOf(maker.input(), kRowOptions);
  const auto runs =
      RunsToProve(maker.input(), kRowOptions, relabelings, changes[0]);
  REQUIRE(runs);
  CHECK(*runs > 5);
  CHECK(*runs < 40);
  // A change below a floor needs no proof.
  GateOptions strict;
  strict.floors.min_absolute = 5000;
  CHECK_FALSE(RunsToProve(maker.input(), strict, relabelings, changes[0]));
  RowChange without_ratio = changes[0];
  without_ratio.ratio.reset();
  CHECK_FALSE(
      RunsToProve(maker.input(), kRowOptions, relabelings, without_ratio));
}

}  // namespace tfprof
