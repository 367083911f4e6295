// SPDX-License-Identifier: Apache-2.0
// Whether the steps as a whole changed: their length first, then what else
// decides, then what explains.
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
  double min_bytes_changed = 1024;
  double must_show = 0.10;  // a slowdown that the runs must be able to show
  bool is_paired = false;   // candidate i was made beside baseline i
  int32_t max_depth = INT32_MAX;  // of rows that are shown
};

enum class StepState : uint8_t {
  kUnknown,     // some run does not have it
  kSame,        // to the last digit, on both sides
  kNoEvidence,  // no more than chance
  kTooFewRuns,
  kBelowFloor,  // more than chance, and too little to matter
  kWorse,
  kBetter,
};

struct StepTest {
  StepMeasure measure = StepMeasure::kLength;
  std::string device;  // the allocator, of memory
  std::vector<double> before, after;  // by run
  double before_median = 0;
  double after_median = 0;
  std::optional<RatioEstimate> estimate;
  std::optional<double> p;
  std::optional<double> p_adjusted;  // Holm's, of what is no primary measure
  double alpha = 0;                  // that p_adjusted is held against
  bool decides = false;
  StepState state = StepState::kUnknown;

  bool IsChange() const {
    return state == StepState::kWorse || state == StepState::kBetter;
  }
};

// How the error rate is shared: 3 of 5 parts to the length, the rest to what
// else decides; all to the length where the runs are too few for that.
struct AlphaShares {
  double primary = 0;
  double secondary = 0;

  static AlphaShares Of(double alpha, const Relabelings& relabelings);
};

// REQUIRES: runs on both sides; of pairs, as many.
std::vector<StepTest> TestSteps(const GateInput& input,
                                const GateOptions& options,
                                const Relabelings& relabelings);

// The ways to relabel the runs of an input.
Relabelings RelabelingsOf(const GateInput& input, const GateOptions& options);

}  // namespace tfprof
