// SPDX-License-Identifier: Apache-2.0
// Limits on the cost of a model.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/gate/exact.h"
#include "analysis/gate/step_tests.h"
#include "base/error.h"
#include "report/report.h"
#include "report/verdict.h"
#include "view/view.h"

namespace tfprof {

// A limit on a sum of rows of a view (those that match and are not under
// another match), or on a measure of the whole step.
struct Limit {
  std::string place;  // "budget.toml:3", for messages
  Measure measure = Measure::kMicros;
  std::optional<StepMeasure> of_step;  // instead of `measure`
  const View* view = &DefaultView();
  std::string pattern;  // a valid one; empty for the root
  std::optional<Decimal> max;           // absolute
  std::optional<Decimal> max_increase;  // percent of the baseline
  std::string reason;
  std::string owner;

  std::string_view MetricName() const {
    return of_step ? InfoOf(*of_step).name : InfoOf(measure).key;
  }
};

struct Budget {
  std::vector<Limit> limits;
  std::vector<Acceptance> accepted;
};

// The result of a limit.
struct LimitOutcome {
  const Limit* limit = nullptr;
  std::optional<double> before;  // median of the runs
  double after = 0;
  Verdict::Check check;
};

// Checks limits against the input of their views; adds the results to the
// verdict. Fails with kInvalidArgument for a pattern without a match, a measure
// that the dumps lack, and a relative limit without a baseline.
Result<std::vector<LimitOutcome>> CheckLimits(
    const std::vector<Limit>& limits, const GateOptions& options,
    const std::function<const GateInput&(const View&)>& input_of,
    Verdict& verdict);

// For people, details of limits that hold are left out.
Section LimitsSection(const std::vector<LimitOutcome>& outcomes,
                      const Verdict& verdict, bool is_for_people);

// The text of a budget file with absolute limits that the baseline keeps, so
// candidates are judged without a baseline.
std::string BudgetOf(const GateInput& input);

}  // namespace tfprof
