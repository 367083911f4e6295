// SPDX-License-Identifier: Apache-2.0
// The changes of rows' times, which explain a change of the step length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/gate/evidence.h"
#include "analysis/gate/exact.h"
#include "analysis/gate/step_tests.h"

namespace tfprof {

struct RowChange {
  uint32_t row = 0;
  std::optional<double> before_us;  // nothing if it is new
  std::optional<double> after_us;   // nothing if it is gone
  std::optional<double> ratio;
  std::optional<double> p_adjusted;
  double change_us = 0;
  bool is_proven = false;  // slower or faster beyond chance and floors
  bool is_explained = false;  // by rows below it
  bool is_new = false;
  bool is_gone = false;
  size_t operations = 0;  // leaf rows below, if new or gone
  std::string file;       // of the line that changed
  int64_t line = 0;
  bool is_gradient = false;

  // "augment takes 5.7 times as long (2.2ms before, 12.6ms now)"
  std::string Words(const GateInput& input) const;
};

// All tested rows, and the topmost new, gone or renamed rows; the largest
// change first.
std::vector<RowChange> CompareRows(const GateInput& input,
                                   const GateOptions& options,
                                   const Relabelings& relabelings);

// The line whose rows made most of the change of the step: more than half of it.
// Line 0 if there is none.
ChangedLine LineOfStep(const GateInput& input, double change_us);

// How many runs a side, or pairs, would prove the change of a row; nothing if
// it is below the floors or needs more than 100.
std::optional<size_t> RunsToProve(const GateInput& input,
                                  const GateOptions& options,
                                  const Relabelings& relabelings,
                                  const RowChange& change);

}  // namespace tfprof
