// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/budget.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/median.h"
#include "base/strings.h"

namespace tfprof {

namespace {

using Outcome = Verdict::Status;

bool IsNoisy(Measure measure) { return InfoOf(measure).unit == Unit::kMicros; }

// Rows that match and have none above that does.
Result<std::vector<uint32_t>> RowsOf(const Limit& limit,
                                     const GateInput& input) {
  if (limit.pattern.empty()) return std::vector<uint32_t>{0};
  std::vector<bool> is_under(input.rows.size(), false);
  std::vector<uint32_t> rows;
  for (uint32_t row = 1; row < input.rows.size(); ++row) {
    const uint32_t parent = input.rows[row].parent;
    if (is_under[parent]) {
      is_under[row] = true;
    } else if (limit.rows.Matches(input.rows[row].name)) {
      is_under[row] = true;
      rows.push_back(row);
    }
  }
  if (!rows.empty()) return rows;
  return Fail(ErrorCode::kInvalidArgument,
              "{}: no row of {} matches '{}' in full; a limit on nothing "
              "protects nothing",
              limit.place, limit.view->name, Printable(limit.pattern));
}

std::vector<double> SumsOf(const std::vector<GateRun>& runs, Measure measure,
                           const std::vector<uint32_t>& rows) {
  std::vector<double> sums;
  for (const GateRun& run : runs) {
    double sum = 0;
    for (const uint32_t row : rows) sum += run.Of(measure, row);
    sums.push_back(sum);
  }
  return sums;
}

class LimitCheck {
 public:
  LimitCheck(const Limit& limit, const GateOptions& options,
             const GateInput& input, std::vector<uint32_t> rows)
      : limit_(limit),
        options_(options),
        before_(SumsOf(input.baseline, limit.measure, rows)),
        after_(SumsOf(input.candidate, limit.measure, rows)) {
    check_.rule = limit.place;
    const GateRow& first = input.rows[rows.front()];
    check_.subject = limit.pattern.empty() ? first.name : limit.pattern;
    if (limit.pattern.empty()) return;
    check_.file = first.file;
    check_.line = first.line;
  }

  Verdict::Check Run() {
    if (limit_.max) CheckMax();
    if (limit_.max_increase && check_.status != Outcome::kRegression) {
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

 private:
  std::string What() const {
    return fmt::format("{} of {}", InfoOf(limit_.measure).key,
                       Printable(check_.subject));
  }

  void Say(Outcome status, std::string message) {
    check_.status = status;
    check_.message = std::move(message);
  }

  void CheckMax() {
    const double now = Median(after_);
    const bool is_over = now > *limit_.max;
    Say(is_over ? Outcome::kRegression : Outcome::kPass,
        fmt::format("{}: {:.10g}, {} {:.10g}", What(), now,
                    is_over ? "over the limit of" : "within", *limit_.max));
  }

  void CheckIncrease() {
    const double old_value = Median(before_);
    const double now = Median(after_);
    const double most = 1 + *limit_.max_increase;
    const std::string numbers =
        fmt::format("{}: {:.10g} before, {:.10g} now, {:.4g}% more are allowed",
                    What(), old_value, now, *limit_.max_increase * 100);
    const bool is_over = now > old_value * most;
    if (!IsNoisy(limit_.measure) || old_value <= 0 || now <= 0) {
      return Say(is_over ? Outcome::kRegression : Outcome::kPass, numbers);
    }
    if (!is_over) return Say(Outcome::kPass, numbers);
    // Is it over the limit beyond chance?
    const Splits splits(before_.size(), after_.size());
    std::vector<double> logs;
    for (const double value : before_) {
      logs.push_back(std::log(std::max(value, 1e-9) * most));
    }
    for (const double value : after_) {
      logs.push_back(std::log(std::max(value, 1e-9)));
    }
    const double p = PermutationP(logs, splits);
    if (p <= options_.tree.alpha) {
      return Say(Outcome::kRegression,
                 fmt::format("{}, p = {:.4f}", numbers, p));
    }
    const bool has_few = splits.LeastP() > options_.tree.alpha;
    Say(Outcome::kInconclusive,
        fmt::format("{}, p = {:.4f}: {}", numbers, p,
                    has_few ? fmt::format("too few runs, {} a side would do",
                                          RunsNeeded(options_.tree.alpha))
                            : "it may be chance"));
  }

  const Limit& limit_;
  const GateOptions& options_;
  const std::vector<double> before_, after_;
  Verdict::Check check_;
};

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

}  // namespace

Status CheckLimits(const std::vector<Limit>& limits, const GateOptions& options,
                   const std::function<const GateInput&(const View&)>& input_of,
                   Verdict& verdict) {
  for (const Limit& limit : limits) {
    const GateInput& input = input_of(*limit.view);
    if (limit.max_increase && input.baseline.empty()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "{}: max_increase needs a baseline; give --baseline, or a "
                  "max",
                  limit.place);
    }
    TFPROF_ASSIGN_OR_RETURN(std::vector<uint32_t> rows, RowsOf(limit, input));
    Verdict::Check check =
        LimitCheck(limit, options, input, std::move(rows)).Run();
    // A limit is absolute: it is broken whatever else cannot be told.
    const bool is_broken = check.status == Outcome::kRegression;
    const bool is_first = verdict.status != Outcome::kRegression;
    if ((is_broken && is_first) || (check.status == Outcome::kInconclusive &&
                                    verdict.status == Outcome::kPass)) {
      verdict.status = check.status;
      verdict.reason = check.message;
    }
    verdict.checks.push_back(std::move(check));
  }
  return {};
}

std::string BudgetOf(const GateInput& input) {
  std::string text =
      "# Limits for tfprof gate, made of a baseline. Each counts the rows "
      "that\n"
      "# match in full: `scope`, `op` or `code`, or everything without one.\n";
  const auto value = [&](Measure measure, uint32_t row) {
    std::vector<double> values;
    for (const GateRun& run : input.baseline) {
      values.push_back(run.Of(measure, row));
    }
    return Median(values);
  };
  for (const Measure measure : kExactMeasures) {
    const double most = value(measure, 0);
    if (most <= 0) continue;
    text += fmt::format("\n[[limit]]\nmetric = \"{}\"\nmax = {:.0f}\n",
                        InfoOf(measure).key, most);
  }
  const double total = value(kNoisyMeasure, 0);
  if (total <= 0) return text;
  text += fmt::format("\n[[limit]]\nmetric = \"{}\"\nmax_increase = \"5%\"\n",
                      InfoOf(kNoisyMeasure).key);
  for (uint32_t row = 1; row < input.rows.size(); ++row) {
    const std::string& name = input.rows[row].name;
    constexpr double kWorthALimit = 0.05;
    const bool is_plain =
        Printable(name) == name && name.find('\'') == std::string::npos;
    if (input.rows[row].parent != 0 || !is_plain ||
        value(kNoisyMeasure, row) < kWorthALimit * total) {
      continue;
    }
    text += fmt::format(
        "\n[[limit]]\nmetric = \"{}\"\nscope = '{}'\nmax_increase = "
        "\"10%\"\n",
        InfoOf(kNoisyMeasure).key, Literal(name));
  }
  return text;
}

}  // namespace tfprof
