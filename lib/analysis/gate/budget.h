// SPDX-License-Identifier: Apache-2.0
// Limits on what a model may cost.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/gate/exact.h"
#include "analysis/gate/step_tests.h"
#include "base/error.h"
#include "base/regex_set.h"
#include "report/report.h"
#include "report/verdict.h"
#include "view/view.h"

namespace tfprof {

// A limit on the sum of the rows of a view that match and lie under no other
// that does, or on what the step has as a whole.
struct Limit {
  std::string place;  // "budget.toml:3", for messages
  Measure measure = Measure::kMicros;
  std::optional<StepMeasure> of_step;  // instead of `measure`
  const View* view = &DefaultView();
  std::string pattern;  // empty for the root
  RegexSet rows;
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

// What came of a limit.
struct LimitOutcome {
  const Limit* limit = nullptr;
  std::optional<double> before;  // in the middle of the runs
  double after = 0;
  Verdict::Check check;
};

// Checks limits against the input of their view, and adds to the verdict what
// came of it. Fails with kInvalidArgument on a pattern that matches nothing, on
// what the dumps do not know, and on a relative limit without a baseline.
Result<std::vector<LimitOutcome>> CheckLimits(
    const std::vector<Limit>& limits, const GateOptions& options,
    const std::function<const GateInput&(const View&)>& input_of,
    Verdict& verdict);

// What people do not need of a limit that holds is left out for them.
Section LimitsSection(const std::vector<LimitOutcome>& outcomes,
                      const Verdict& verdict, bool is_for_people);

// A budget file that the baseline just keeps.
std::string BudgetOf(const GateInput& input);

}  // namespace tfprof
