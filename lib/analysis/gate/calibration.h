// SPDX-License-Identifier: Apache-2.0
// What runs of one program say of the machine that made them.
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/gate/step_tests.h"

namespace tfprof {

// Of the lengths of steps, in the order of the runs' starts, or in that in
// which they were given if these are not known.
struct Calibration {
  static constexpr size_t kLeastRuns = 10;

  size_t runs = 0;
  bool has_lengths = false;  // of all runs
  double spread = 0;         // standard deviation of logarithms
  double drift = 0;          // a run, as a share of the length
  double drift_p = 1;
  double autocorrelation = 0;  // of neighbours
  double autocorrelation_p = 1;
  std::optional<double> least_slowdown;  // of half of the runs against half

  bool HasEnough() const { return runs >= kLeastRuns && has_lengths; }

  bool HasDrift(double alpha) const { return drift_p <= alpha; }

  bool IsCorrelated(double alpha) const { return autocorrelation_p <= alpha; }
};

// Both p values are of random permutations of the runs, always the same.
Calibration Calibrate(const GateInput& input, const GateOptions& options);

}  // namespace tfprof
