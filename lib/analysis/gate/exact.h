// SPDX-License-Identifier: Apache-2.0
// Measures without noise: parameters, float operations, bytes, counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/gate/decimal.h"
#include "analysis/gate/evidence.h"

namespace tfprof {

// Accepted growth: [[accept]] of a budget. Of the rows that match, or of a
// measure of the step.
struct Acceptance {
  std::string place;  // "budget.toml:3", for messages
  Measure measure = Measure::kParameters;
  std::optional<StepMeasure> of_step = {};  // instead of `measure`
  std::string pattern;  // a valid one; empty for everything
  std::optional<Decimal> max;           // absolute
  std::optional<Decimal> max_increase;  // percent
  std::string reason;
  std::string until;  // "2026-12-31", the last day; empty is for ever

  // `today`: "2026-12-31".
  bool IsOpen(std::string_view today) const {
    return until.empty() || today <= until;
  }
};

// A changed row whose change no row below it explains fully.
struct ExactChange {
  Measure measure = Measure::kParameters;
  uint32_t row = 0;
  std::optional<double> before;  // nothing if no run of the side has it
  std::optional<double> after;
  bool has_grown = false;    // above the floor, and not accepted
  bool is_accepted = false;
  std::string words;
  std::string file;  // of the line that changed, if known
  int64_t line = 0;
  bool is_gradient = false;
};

struct ExactOptions {
  BytesFloor bytes_floor;
  std::string today;
  std::vector<Measure> measures{kExactMeasures.begin(), kExactMeasures.end()};
};

// Compares from the root down to the topmost rows whose children do not explain
// the change. If runs of one side differ, ranges of minimum to maximum are
// compared.
std::vector<ExactChange> CompareExactly(
    const GateInput& input, const std::vector<Acceptance>& accepted,
    const ExactOptions& options);

// The line of code whose own nodes under `row` make up `share` of a change or
// more, the largest; line 0 if there is none.
struct ChangedLine {
  std::string file;
  int64_t line = 0;
  bool is_gradient = false;  // of nothing but gradients of that line
};

ChangedLine LineOfChange(const GateInput& input,
                         const Lists<uint32_t>& children,
                         const std::vector<double>& change, uint32_t row,
                         double share = 0.8);

}  // namespace tfprof
