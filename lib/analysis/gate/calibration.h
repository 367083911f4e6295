// SPDX-License-Identifier: Apache-2.0
// Describes a machine by runs of one program.
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/gate/step_tests.h"

namespace tfprof {

// About the step lengths of the runs, in the order of their starts, or as given
// if starts are unknown.
struct Calibration {
  static constexpr size_t kLeastRuns = 10;

  size_t runs = 0;
  bool has_lengths = false;  // all runs have step lengths
  double spread = 0;         // standard deviation of logarithms
  double drift = 0;          // share of the length per run
  double drift_p = 1;
  double autocorrelation = 0;  // of consecutive runs
  double autocorrelation_p = 1;
  std::optional<double> least_slowdown;  // comparing two halves of the runs

  bool HasEnough() const { return runs >= kLeastRuns && has_lengths; }

  bool HasDrift(double alpha) const { return drift_p <= alpha; }

  bool IsCorrelated(double alpha) const { return autocorrelation_p <= alpha; }
};

// Both p values come from fixed random permutations of the runs.
Calibration Calibrate(const GateInput& input, const GateOptions& options);

}  // namespace tfprof
