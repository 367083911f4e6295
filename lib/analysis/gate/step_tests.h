// SPDX-License-Identifier: Apache-2.0
// Tests if the steps changed as a whole: first their length, then other
// measures that decide, then those that only explain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/gate/evidence.h"
#include "analysis/gate/statistics.h"

namespace tfprof {

struct GateOptions {
  double alpha = 0.05;
  Floors floors;                   // of times
  BytesFloor bytes_floor;           // of memory
  double must_show = 0.10;  // least slowdown that runs must be able to show
  bool is_paired = false;   // candidate i was made beside baseline i
  int32_t max_depth = INT32_MAX;  // of rows that are shown
};

enum class StepState : uint8_t {
  kUnknown,     // missing in some run
  kSame,        // exactly equal, on both sides
  kNoEvidence,  // within chance
  kTooFewRuns,
  kBelowFloor,  // beyond chance, but too small to matter
  kWorse,
  kBetter,
};

struct StepTest {
  StepMeasure measure = StepMeasure::kLength;
  std::string device;  // for memory: the allocator
  std::vector<double> before, after;  // by run
  double before_median = 0;
  double after_median = 0;
  std::optional<RatioEstimate> estimate;
  std::optional<double> p;
  std::optional<double> p_adjusted;  // by Holm's method; unset for the length
  double alpha = 0;                  // that p_adjusted is held against
  bool decides = false;
  bool is_accepted = false;  // worse, within an [[accept]] of the budget
  StepState state = StepState::kUnknown;

  bool IsChange() const {
    return state == StepState::kWorse || state == StepState::kBetter;
  }
};

// How the error rate is shared: 3/5 for the length, the rest for the other
// measures that decide; all for the length if runs are too few for both.
struct AlphaShares {
  double primary = 0;
  double secondary = 0;

  static AlphaShares Of(double alpha, const Relabelings& relabelings);
};

// REQUIRES: runs on both sides; for pairs, equally many.
std::vector<StepTest> TestSteps(const GateInput& input,
                                const GateOptions& options,
                                const Relabelings& relabelings);

// The relabelings of the runs of `input`.
Relabelings RelabelingsOf(const GateInput& input, const GateOptions& options);

}  // namespace tfprof
