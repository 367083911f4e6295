// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/relabelings.h"

#include <bit>
#include <cmath>
#include <set>

#include "support/catch.h"

namespace tfprof {

namespace {

bool IsNear(double a, double b) { return std::abs(a - b) < 1e-9; }

}  // namespace

TEST_CASE("runs are dealt to the groups in every way there is, once") {
  const Relabelings splits = Relabelings::Splits(3, 2);
  // Number 0 is what was: the last two runs are the second group.
  CHECK(splits[0] == 0b11000);
  std::set<uint64_t> groups;
  for (size_t i = 0; i < splits.size(); ++i) {
    CHECK(std::popcount(splits[i]) == 2);
    CHECK(splits[i] < 32);
    groups.insert(splits[i]);
  }
  CHECK(splits.size() == 10);
  CHECK(groups.size() == 10);
}

TEST_CASE("pairs are swapped in every way there is") {
  const Relabelings pairs = Relabelings::Pairs(3);
  CHECK(pairs.is_paired());
  CHECK(pairs.first() == 3);
  CHECK(pairs.second() == 3);
  REQUIRE(pairs.size() == 8);
  std::set<uint64_t> groups;
  for (size_t i = 0; i < pairs.size(); ++i) groups.insert(pairs[i]);
  CHECK(pairs[0] == 0);
  CHECK(groups.size() == 8);
}

TEST_CASE("of too many ways some are drawn, the same ones every time") {
  const Relabelings some = Relabelings::Splits(12, 11);
  const Relabelings same = Relabelings::Splits(12, 11);
  REQUIRE(some.size() == Relabelings::kMost);
  REQUIRE(same.size() == some.size());
  size_t different = 0;
  for (size_t i = 0; i < some.size(); ++i) {
    CHECK(std::popcount(some[i]) == 11);
    different += some[i] != same[i] ? 1 : 0;
  }
  CHECK(different == 0);
  // Every run is in the second group about as often as the others.
  for (int run = 0; run < 23; ++run) {
    size_t times = 0;
    for (size_t i = 0; i < some.size(); ++i) times += some[i] >> run & 1;
    CAPTURE(run, times);
    CHECK(std::abs(static_cast<double>(times) / 20'000 - 11.0 / 23) < 0.02);
  }
  CHECK(Relabelings::Splits(5, 5, 100).size() == 100);
  CHECK(Relabelings::Pairs(40).size() == Relabelings::kMost);
}

TEST_CASE("the least p value counts the mirror image where there is one") {
  CHECK(IsNear(Relabelings::Splits(3, 3).LeastP(), 0.1));
  CHECK(IsNear(Relabelings::Splits(5, 5).LeastP(), 2.0 / 252));
  CHECK(IsNear(Relabelings::Pairs(5).LeastP(), 2.0 / 32));
  // Three and two runs have no mirror images.
  CHECK(IsNear(Relabelings::Splits(3, 2).LeastP(), 0.1));
  CHECK(IsNear(Relabelings::Splits(1, 1).LeastP(), 1));
}

TEST_CASE("four runs a side can show something at 5 %, three cannot") {
  CHECK(RunsNeeded(0.05, false) == 4);
  CHECK(RunsNeeded(0.01, false) == 5);
  CHECK(RunsNeeded(0.05, true) == 6);
}

}  // namespace tfprof
