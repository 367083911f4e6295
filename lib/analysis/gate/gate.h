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

// The changes that the runs could have shown.
struct GatePower {
  std::optional<double> least_slowdown;  // share of the length
  std::optional<size_t> runs_for_must_show;
  double by_floors = 0;  // the smallest one above the floors, share
};

struct GateResult {
  Verdict verdict;
  std::vector<StepTest> steps;
  std::vector<RowChange> rows;  // the largest change first
  std::vector<ExactChange> exact;
  std::vector<std::string> explanations;
  std::vector<std::string> advice;
  GatePower power;
  double alpha = 0;  // for the test of the length
  bool order_is_confounded = false;
  std::optional<double> matched_share;  // of the time, in rows of both sides

  // The test of a measure, or null if there is none.
  const StepTest* Find(StepMeasure measure) const;
};

// Passes without a baseline: there is nothing to compare with.
GateResult RunGate(const GateInput& input, const GateOptions& options,
                   const std::vector<Acceptance>& accepted,
                   const std::string& today);

// Scales the candidate's times to `factor` times the baseline's.
GateInput WithSlowdown(GateInput input, double factor);

// Reasons why the times of the two sides cannot be compared.
struct Obstacles {
  // One per reason, naming the first run that has it.
  std::vector<std::string> words;
  // The sides had different devices or fed shapes: then bytes, float operations
  // and counts cannot be compared, either.
  bool is_other_work = false;
};

// REQUIRES: runs on both sides.
Obstacles ObstaclesOf(const GateInput& input);

}  // namespace tfprof
