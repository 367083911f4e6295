// SPDX-License-Identifier: Apache-2.0
// The changes that runs with a given spread can show.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "analysis/gate/relabelings.h"

namespace tfprof {

// The parameters of a test. Spreads are standard deviations of logarithms.
struct Power {
  double spread_before = 0;  // paired: of the differences within pairs
  double spread_after = 0;
  size_t before = 0;  // runs
  size_t after = 0;
  bool is_paired = false;
  double alpha = 0.05;
  double floor_ratio = 1;  // smaller estimates are ignored

  static Power Of(std::span<const double> logs, const Relabelings& relabelings,
                  double alpha, double floor_ratio);
};

// The slowdown, as a ratio above 1, that is found in 80 of 100 cases if runs
// are drawn from normal distributions with these spreads; nothing if there are
// too few runs to find any.
std::optional<double> LeastSlowdown(const Power& power);

// How many runs a side, or pairs, find a slowdown of `ratio` in 80 of 100
// cases; nothing if more than 100 are needed or the floor is above `ratio`.
std::optional<size_t> RunsToShow(Power power, double ratio);

}  // namespace tfprof
