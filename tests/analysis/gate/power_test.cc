// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/power.h"

#include <cmath>
#include <vector>

#include "analysis/gate/statistics.h"
#include "support/catch.h"

namespace tfprof {

namespace {

using Values = std::vector<double>;

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

}  // namespace tfprof
