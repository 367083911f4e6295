// SPDX-License-Identifier: Apache-2.0
// What does not depend on luck: parameters, float operations, bytes, counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/gate/decimal.h"
#include "analysis/gate/evidence.h"
#include "base/regex_set.h"

namespace tfprof {

// Growth of the rows that match that somebody accepted: [[accept]] of a budget.
struct Acceptance {
  std::string place;  // "budget.toml:3", for messages
  Measure measure = Measure::kParameters;
  std::string pattern;  // empty for everything
  RegexSet rows;
  std::optional<Decimal> max;           // absolute
  std::optional<Decimal> max_increase;  // percent
  std::string reason;
  std::string until;  // "2026-12-31", the last day; empty is for ever

  // `today` in the same form.
  bool IsOpen(std::string_view today) const {
    return until.empty() || today <= until;
  }
};

// A row that has more or less, and none under it that explains it all.
struct ExactChange {
  Measure measure = Measure::kParameters;
  uint32_t row = 0;
  std::optional<double> before;  // nothing if no dump of the side can know it
  std::optional<double> after;
  bool has_grown = false;    // beyond the floor, and nobody accepted it
  bool is_accepted = false;
  std::string words;
  std::string file;  // of the line that it comes from, if there is one
  int64_t line = 0;
};

struct ExactOptions {
  double min_bytes_changed = 1024;
  std::string today;
  std::vector<Measure> measures{kExactMeasures.begin(), kExactMeasures.end()};
};

// Compared at the root, and from there to the topmost rows whose children do
// not explain more. A row that varies among runs of one side is compared by
// what it has at the least and at the most.
std::vector<ExactChange> CompareExactly(
    const GateInput& input, const std::vector<Acceptance>& accepted,
    const ExactOptions& options);

// Of a change by row, the line whose own nodes make up nearly all of it under
// `row`; 0 if there is none.
struct ChangedLine {
  std::string file;
  int64_t line = 0;
};

ChangedLine LineOfChange(const GateInput& input,
                         const std::vector<std::vector<uint32_t>>& children,
                         const std::vector<double>& change, uint32_t row);

}  // namespace tfprof
