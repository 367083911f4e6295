// SPDX-License-Identifier: Apache-2.0
// Limits on what a model may cost.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/gate/gate.h"
#include "base/error.h"
#include "base/regex_set.h"

namespace tfprof {

// A limit on the sum of the rows of a view that match and lie under no other
// that does.
struct Limit {
  std::string place;  // "budget.toml:3", for messages
  Measure measure = Measure::kMicros;
  const View* view = &DefaultView();
  std::string pattern;  // empty for the root
  RegexSet rows;
  std::optional<double> max;           // absolute
  std::optional<double> max_increase;  // share of the baseline
  std::string reason;
  std::string owner;
};

// Checks limits against the input of their view. Fails with kInvalidArgument
// on a pattern that matches nothing and on a relative limit without a baseline.
Status CheckLimits(const std::vector<Limit>& limits, const GateOptions& options,
                   const std::function<const GateInput&(const View&)>& input_of,
                   Verdict& verdict);

// A budget file that the baseline just keeps.
std::string BudgetOf(const GateInput& input);

}  // namespace tfprof
