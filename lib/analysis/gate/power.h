// SPDX-License-Identifier: Apache-2.0
// What runs that spread like these could show.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "analysis/gate/relabelings.h"

namespace tfprof {

// A test that runs are put to. Spreads are standard deviations of logarithms.
struct Power {
  double spread_before = 0;  // of pairs: of the differences within them
  double spread_after = 0;
  size_t before = 0;  // runs
  size_t after = 0;
  bool is_paired = false;
  double alpha = 0.05;
  double floor_ratio = 1;  // an estimate below is not found, whatever its p

  static Power Of(std::span<const double> logs, const Relabelings& relabelings,
                  double alpha, double floor_ratio);
};

// The slowdown, as a ratio above 1, that is found in 80 of 100 cases if runs
// are drawn from a normal distribution with these spreads; nothing if there
// are too few runs to find any.
std::optional<double> LeastSlowdown(const Power& power);

// How many runs a side, or pairs, find a slowdown of `ratio` in 80 of 100
// cases; nothing if a hundred do not, or the floor is above it.
std::optional<size_t> RunsToShow(Power power, double ratio);

}  // namespace tfprof
