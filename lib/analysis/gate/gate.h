// SPDX-License-Identifier: Apache-2.0
// Did it get worse? Runs before against runs after.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/gate/evidence.h"
#include "analysis/gate/exact.h"
#include "analysis/gate/row_changes.h"
#include "analysis/gate/step_tests.h"
#include "report/verdict.h"

namespace tfprof {

// What the runs could show.
struct GatePower {
  std::optional<double> least_slowdown;  // share of the length
  std::optional<size_t> runs_for_must_show;
  double by_floors = 0;  // the least that floors let through, share
};

struct GateResult {
  Verdict verdict;
  std::vector<StepTest> steps;
  std::vector<RowChange> rows;  // the largest change first
  std::vector<ExactChange> exact;
  std::vector<std::string> explanations;
  std::vector<std::string> advice;
  GatePower power;
  double alpha = 0;  // that the length was held against
  bool order_is_confounded = false;

  // The test of a measure, or null.
  const StepTest* Find(StepMeasure measure) const;
};

// Without a baseline there is nothing to compare and it passes.
GateResult RunGate(const GateInput& input, const GateOptions& options,
                   const std::vector<Acceptance>& accepted,
                   const std::string& today);

// The candidate's times, so that they are `factor` times the baseline's.
GateInput WithSlowdown(GateInput input, double factor);

// What makes times of the sides incomparable.
struct Obstacles {
  // Each with the first run that it is about; empty if there is nothing.
  std::vector<std::string> words;
  // Other devices or shapes that are fed: bytes, float operations and counts
  // say nothing of the change, either.
  bool is_other_work = false;
};

// REQUIRES: runs on both sides.
Obstacles ObstaclesOf(const GateInput& input);

}  // namespace tfprof
