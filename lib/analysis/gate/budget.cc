// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/budget.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "analysis/gate/limit_sums.h"
#include "base/median.h"
#include "base/strings.h"
#include "report/table.h"

namespace tfprof {

namespace {

using Outcome = Verdict::Status;

Unit UnitOf(const Limit& limit) {
  return limit.of_step ? InfoOf(*limit.of_step).unit
                       : InfoOf(limit.measure).unit;
}

// A value with its unit as budgets write it.
std::string AmountText(double value, const Limit& limit) {
  const Unit unit = UnitOf(limit);
  return fmt::format("{:.10g}{}", value,
                     unit == Unit::kMicros  ? "us"
                     : unit == Unit::kBytes ? "B"
                                            : "");
}

std::string AmountText(const Decimal& value, const Limit& limit) {
  return AmountText(value.Value(), limit);
}

bool IsNoisy(const Limit& limit) {
  return limit.of_step || InfoOf(limit.measure).unit == Unit::kMicros;
}

// The values by run; for memory, of the allocator with the greatest one.
std::vector<double> ValuesByStep(const std::vector<GateRun>& runs,
                               StepMeasure measure) {
  std::vector<double> values;
  for (const GateRun& run : runs) {
    std::optional<double> most;
    for (const auto& [key, value] : run.of_steps) {
      if (key.first == measure) most = std::max(most.value_or(value), value);
    }
    if (most) values.push_back(*most);
  }
  return values;
}

class LimitCheck {
 public:
  LimitCheck(const Limit& limit, const GateOptions& options,
             const GateInput& input, LimitSums& sums)
      : limit_(limit), options_(options), input_(input), sums_(sums) {
    check_.rule = limit.place;
    check_.subject = limit.pattern.empty() ? "(all)" : limit.pattern;
  }

  // Reads the values of both sides.
  Status Read() {
    if (limit_.of_step) {
      before_ = ValuesByStep(input_.baseline, *limit_.of_step);
      after_ = ValuesByStep(input_.candidate, *limit_.of_step);
      check_.subject = "the step";
    } else {
      TFPROF_RETURN_IF_ERROR(sums_.Find(limit_));
      before_ = sums_.before();
      after_ = sums_.after();
      const std::vector<uint32_t>& rows = sums_.rows();
      if (rows.size() == 1 && rows[0] != 0) {
        check_.file = input_.rows[rows[0]].file.view();
        check_.line = input_.rows[rows[0]].line;
        check_.is_gradient = input_.rows[rows[0]].is_gradient;
      }
    }
    TFPROF_RETURN_IF_ERROR(CheckKnown(input_.candidate, after_));
    if (!limit_.max_increase) return {};
    return CheckKnown(input_.baseline, before_);
  }

  Verdict::Check Run() {
    if (limit_.max) CheckMax();
    if (limit_.max_increase && check_.status != Outcome::kOverBudget) {
      CheckIncrease();
    }
    if (!limit_.reason.empty()) {
      check_.message += fmt::format(" (reason: {})", Printable(limit_.reason));
    }
    if (!limit_.owner.empty()) {
      check_.message += fmt::format(" (owner: {})", Printable(limit_.owner));
    }
    return std::move(check_);
  }

  std::optional<double> Before() const {
    if (before_.empty()) return std::nullopt;
    return Median(before_);
  }

  double After() const { return Median(after_); }

 private:
  Status CheckKnown(const std::vector<GateRun>& runs,
                    const std::vector<double>& values) const {
    if (values.size() == runs.size() && !runs.empty()) return {};
    return Fail(ErrorCode::kInvalidArgument,
                "{}: {} of {} is unknown: the dump does not record it",
                limit_.place, limit_.MetricName(),
                runs.empty() ? "any run" : runs[0].name);
  }

  std::string What() const {
    return fmt::format("{} of {}", limit_.MetricName(),
                       Printable(check_.subject));
  }

  void Say(Outcome status, std::string message) {
    check_.status = status;
    check_.message = std::move(message);
  }

  void CheckMax() {
    const double now = Median(after_);
    const bool is_over = IsOver(now, *limit_.max);
    Say(is_over ? Outcome::kOverBudget : Outcome::kPass,
        fmt::format("{}: {}, {} {}", What(), AmountText(now, limit_),
                    is_over ? "over the limit of" : "within",
                    AmountText(*limit_.max, limit_)));
  }

  void CheckIncrease();

  const Limit& limit_;
  const GateOptions& options_;
  const GateInput& input_;
  LimitSums& sums_;
  std::vector<double> before_, after_;
  Verdict::Check check_;
};

void LimitCheck::CheckIncrease() {
  const double old_value = Median(before_);
  const double now = Median(after_);
  const std::string numbers =
      fmt::format("{}: {} before, {} now, {}% more are allowed", What(),
                  AmountText(old_value, limit_), AmountText(now, limit_),
                  limit_.max_increase->Text());
  if (!IsOverIncrease(now, old_value, *limit_.max_increase)) {
    return Say(Outcome::kPass, numbers);
  }
  if (!IsNoisy(limit_) || old_value <= 0 || now <= 0) {
    return Say(Outcome::kOverBudget, numbers);
  }
  // Tests whether the increase exceeds the limit by more than chance.
  const Relabelings relabelings = RelabelingsOf(input_, options_);
  const double most = 1 + limit_.max_increase->Value() / 100;
  std::vector<double> logs;
  for (const double value : before_) {
    logs.push_back(std::log(std::max(value, 1e-9) * most));
  }
  for (const double value : after_) {
    logs.push_back(std::log(std::max(value, 1e-9)));
  }
  const double p = PermutationP(logs, relabelings);
  if (p <= options_.alpha) {
    return Say(Outcome::kOverBudget,
               fmt::format("{}, p = {:.4f}", numbers, p));
  }
  const bool has_few = relabelings.LeastP() > options_.alpha;
  Say(Outcome::kInconclusive,
      fmt::format(
          "{}, p = {:.4f}: {}", numbers, p,
          has_few ? fmt::format("too few runs; give {} a side",
                                RunsNeeded(options_.alpha, options_.is_paired))
                  : "it may be chance"));
}

Result<LimitOutcome> OutcomeOf(const Limit& limit, const GateOptions& options,
                               const GateInput& input, LimitSums& sums) {
  if (limit.max_increase && input.baseline.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "{}: max_increase needs a baseline; give --baseline, or a max",
                limit.place);
  }
  LimitCheck check(limit, options, input, sums);
  TFPROF_RETURN_IF_ERROR(check.Read());
  Verdict::Check result = check.Run();
  return LimitOutcome{&limit, check.Before(), check.After(),
                      std::move(result)};
}

Table LimitsForPeople(const std::vector<LimitOutcome>& outcomes) {
  Table table{{{"metric"},
               {"before"},
               {"after"},
               {"max"},
               {"max increase"},
               {""},
               {"limit"}},
              {}};
  for (const auto& [limit, before, after, check] : outcomes) {
    table.AddRow(
        {fmt::format("{} of {}", limit->MetricName(),
                     Printable(check.subject)),
         before ? AmountText(*before, *limit) : "", AmountText(after, *limit),
         limit->max ? AmountText(*limit->max, *limit) : "",
         limit->max_increase ? "+" + limit->max_increase->Text() + "%" : "",
         std::string(WordsOf(check.status)), check.rule});
  }
  return table;
}

// The value in the column of its unit; empty cells in the others.
void AddByUnit(const std::optional<double>& value, Unit unit,
               std::vector<Cell>& row) {
  const bool is_count = unit != Unit::kMicros && unit != Unit::kBytes;
  row.push_back(unit == Unit::kMicros ? CellOf(value) : Cell());
  row.push_back(unit == Unit::kBytes ? CellOf(value) : Cell());
  row.push_back(is_count ? CellOf(value) : Cell());
}

Table LimitsForPrograms(const std::vector<LimitOutcome>& outcomes) {
  using enum Unit;
  Table table{{{"limit"},
               {"metric"},
               {"rows"},
               {"before", kMicros},
               {"before", kBytes},
               {"before"},
               {"after", kMicros},
               {"after", kBytes},
               {"after"},
               {"max", kMicros},
               {"max", kBytes},
               {"max"},
               {"max increase", kShare},
               {"verdict"},
               {"reason"},
               {"owner"}},
              {}};
  for (const auto& [limit, before, after, check] : outcomes) {
    const Unit unit = UnitOf(*limit);
    std::vector<Cell> row = {check.rule, std::string(limit->MetricName()),
                             check.subject};
    AddByUnit(before, unit, row);
    AddByUnit(after, unit, row);
    AddByUnit(limit->max ? std::optional(limit->max->Value()) : std::nullopt,
              unit, row);
    row.push_back(limit->max_increase
                      ? Cell(limit->max_increase->Value() / 100)
                      : Cell());
    row.emplace_back(std::string(WordsOf(check.status)));
    row.push_back(CellOfText(limit->reason));
    row.push_back(CellOfText(limit->owner));
    table.AddRow(std::move(row));
  }
  return table;
}

// A name as a pattern that matches it alone.
std::string Literal(std::string_view name) {
  std::string pattern;
  for (const char c : name) {
    if (std::string_view("\\.+*?()|[]{}^$").find(c) != std::string_view::npos) {
      pattern += '\\';
    }
    pattern += c;
  }
  return pattern;
}

// A limit that each run keeps, and `air` above their median.
double MostOf(const std::vector<double>& values, double air) {
  return std::max(*std::max_element(values.begin(), values.end()),
                  (1 + air) * Median(values));
}

}  // namespace

Result<std::vector<LimitOutcome>> CheckLimits(
    const std::vector<Limit>& limits, const GateOptions& options,
    const std::function<const GateInput&(const View&)>& input_of,
    Verdict& verdict) {
  std::vector<std::string_view> patterns;
  for (const Limit& limit : limits) patterns.push_back(limit.pattern);
  std::map<const GateInput*, LimitSums> sums;
  std::vector<LimitOutcome> outcomes(limits.size());
  std::optional<Error> error;
  size_t failed = limits.size();  // the first limit that has an error
  for (const size_t at : LimitSums::OrderOf(limits)) {
    if (at >= failed) continue;
    const Limit& limit = limits[at];
    const GateInput& input = input_of(*limit.view);
    const auto of_view = sums.try_emplace(&input, input, patterns).first;
    auto outcome = OutcomeOf(limit, options, input, of_view->second);
    if (outcome) {
      outcomes[at] = *std::move(outcome);
    } else {
      error = std::move(outcome.error());
      failed = at;
    }
  }
  if (error) return Failure(*std::move(error));
  for (const LimitOutcome& outcome : outcomes) {
    const Verdict::Check& check = outcome.check;
    // A broken limit decides, even if other checks are inconclusive.
    const bool is_broken = check.status == Outcome::kOverBudget;
    const bool is_first = !IsFailure(verdict.status);
    if ((is_broken && is_first) ||
        (check.status == Outcome::kInconclusive &&
         (verdict.status == Outcome::kPass ||
          verdict.status == Outcome::kImprovement))) {
      verdict.status = check.status;
      verdict.reason = check.message;
    }
    verdict.checks.push_back(check);
  }
  return outcomes;
}

Section LimitsSection(const std::vector<LimitOutcome>& outcomes,
                      const Verdict& verdict, bool is_for_people) {
  if (!is_for_people) return {"limits", {}, LimitsForPrograms(outcomes)};
  Section section{"limits", {}, LimitsForPeople(outcomes)};
  // The verdict's reason already is the first one's message.
  constexpr size_t kMostNotes = 10;
  for (const auto& [limit, before, after, check] : outcomes) {
    if (!IsFailure(check.status) || check.message == verdict.reason) continue;
    if (section.notes.size() == kMostNotes) break;
    section.notes.push_back(fmt::format("{}: {}", WordsOf(check.status),
                                        check.message));
  }
  return section;
}

std::string BudgetOf(const GateInput& input) {
  std::string text =
      "# Limits for tfprof gate, made of a baseline; they need none themselves. "
      "Each\n"
      "# counts the rows that match in full: `scope`, `op` or `code`, or "
      "everything\n"
      "# without one. Times are in us, memory in bytes.\n";
  const auto values = [&](Measure measure, uint32_t row) {
    return ValuesOf(input.baseline, measure, row);
  };
  const auto limit = [&text](std::string_view metric, std::string_view rows,
                             double most) {
    text += fmt::format("\n[[limit]]\nmetric = \"{}\"\n{}max = {:.0f}\n",
                        metric, rows, std::ceil(most));
  };
  for (const Measure measure : kExactMeasures) {
    if (!GateInput::KnowsAll(input.baseline, measure)) continue;
    const double most = MostOf(values(measure, 0), 0);
    if (most > 0) limit(InfoOf(measure).key, "", most);
  }
  for (const auto& [measure, air] :
       {std::pair(StepMeasure::kLength, 0.05),
        std::pair(StepMeasure::kPeakMemory, 0.01)}) {
    const auto of_runs = ValuesByStep(input.baseline, measure);
    if (of_runs.size() == input.baseline.size()) {
      limit(InfoOf(measure).name, "", MostOf(of_runs, air));
    }
  }
  const double total = Median(values(kNoisyMeasure, 0));
  if (total <= 0) return text;
  for (uint32_t row = 1; row < input.rows.size(); ++row) {
    const std::string name = input.rows[row].name.str();
    constexpr double kWorthALimit = 0.05;
    const bool is_plain =
        Printable(name) == name && name.find('\'') == std::string::npos;
    const std::vector<double> of_row = values(kNoisyMeasure, row);
    if (input.rows[row].parent != 0 || !is_plain ||
        Median(of_row) < kWorthALimit * total) {
      continue;
    }
    limit(InfoOf(kNoisyMeasure).key,
          fmt::format("scope = '{}'\n", Literal(name)), MostOf(of_row, 0.10));
  }
  return text;
}

}  // namespace tfprof
