// SPDX-License-Identifier: Apache-2.0
// Which rows' times changed: what explains the length of the step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/gate/evidence.h"
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
  bool is_explained = false;  // by rows under it
  bool is_new = false;
  bool is_gone = false;
  size_t operations = 0;  // rows at the ends, if it is new or gone
  std::string file;       // of the line that the change comes from
  int64_t line = 0;

  // "augment takes 5.7 times as long (2.2ms before, 12.6ms now)"
  std::string Words(const GateInput& input) const;
};

// Rows that were tested, and the topmost of those that are new, gone or
// renamed; the largest change first.
std::vector<RowChange> CompareRows(const GateInput& input,
                                   const GateOptions& options,
                                   const Relabelings& relabelings);

// How many runs a side, or pairs, would prove the change of a row; nothing if
// it is below the floors or a hundred would not.
std::optional<size_t> RunsToProve(const GateInput& input,
                                  const GateOptions& options,
                                  const Relabelings& relabelings,
                                  const RowChange& change);

}  // namespace tfprof
