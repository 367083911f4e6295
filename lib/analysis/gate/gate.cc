// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/gate.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/median.h"
#include "base/numbers.h"
#include "base/strings.h"

namespace tfprof {

namespace {

using CheckStatus = Verdict::Status;

std::string Micros(double value) {
  if (std::abs(value) < 1000) return fmt::format("{:.4g}us", value);
  std::string text;
  AppendTime(text, static_cast<int64_t>(std::clamp(value, -9e18, 9e18)));
  return text;
}

std::vector<double> ValuesOf(const std::vector<GateRun>& runs, Measure measure,
                             uint32_t row) {
  std::vector<double> values;
  for (const GateRun& run : runs) values.push_back(run.Of(measure, row));
  return values;
}

bool AllEqual(const std::vector<double>& values) {
  return std::adjacent_find(values.begin(), values.end(),
                            std::not_equal_to<>()) == values.end();
}

std::vector<TestedRow> TestedRows(const GateInput& input) {
  std::vector<TestedRow> rows;
  for (uint32_t row = 0; row < input.rows.size(); ++row) {
    rows.push_back({input.rows[row].parent,
                    ValuesOf(input.baseline, kNoisyMeasure, row),
                    ValuesOf(input.candidate, kNoisyMeasure, row)});
  }
  return rows;
}

std::string EstimateText(const RatioEstimate& estimate, double alpha) {
  return fmt::format("{:.3f} times as long ({:.0f}% interval {:.3f} to {:.3f})",
                     estimate.ratio, (1 - alpha) * 100, estimate.low,
                     estimate.high);
}

class Gate {
 public:
  Gate(const GateInput& input, const GateOptions& options)
      : input_(input), options_(options) {}

  Verdict Run() {
    verdict_.tool = "gate";
    if (input_.baseline.empty()) {
      verdict_.reason = "no baseline: nothing to compare with";
      return std::move(verdict_);
    }
    CheckParity();
    CheckExact();
    CheckTime();
    Conclude();
    return std::move(verdict_);
  }

 private:
  Verdict::Check& Add(std::string rule, CheckStatus status,
                      std::string message) {
    verdict_.checks.push_back(
        {std::move(rule), "", status, std::move(message), "", 0});
    return verdict_.checks.back();
  }

  // The line that made a row is at fault if nothing below the row is.
  void Locate(Verdict::Check& check, uint32_t row, bool has_line = true) const {
    check.subject = input_.rows[row].name;
    if (!has_line) return;
    check.file = input_.rows[row].file;
    check.line = input_.rows[row].line;
  }

  void CheckParity();
  void CheckExact();
  void CheckExactMeasure(Measure measure);
  void CheckTime();
  void CheckRoot(const RowOutcome& root);
  void NameRows(const std::vector<RowOutcome>& outcomes);
  void Conclude();

  const GateInput& input_;
  const GateOptions& options_;
  Verdict verdict_;
};

void Gate::CheckParity() {
  bool is_same = true;
  for (const auto* const side : {&input_.baseline, &input_.candidate}) {
    for (const GateRun& run : *side) {
      if (run.differs.empty()) continue;
      is_same = false;
      Add("parity", CheckStatus::kNotComparable,
          fmt::format("{} differs from {}: {}", run.name,
                      input_.baseline[0].name, run.differs));
    }
  }
  if (is_same) {
    Add("parity", CheckStatus::kPass,
        "graph, shapes, devices and number of steps are the same in all runs");
  }
}

void Gate::CheckExact() {
  for (const Measure measure : kExactMeasures) CheckExactMeasure(measure);
}

// What grew, by the rows below which nothing else did.
void Gate::CheckExactMeasure(Measure measure) {
  constexpr size_t kShown = 20;
  const std::string rule(InfoOf(measure).key);
  std::vector<bool> is_explained(input_.rows.size(), false);
  size_t grown = 0, shrunk = 0, varying = 0;
  for (uint32_t row = static_cast<uint32_t>(input_.rows.size()); row-- > 0;) {
    const auto before = ValuesOf(input_.baseline, measure, row);
    const auto after = ValuesOf(input_.candidate, measure, row);
    if (!AllEqual(before) || !AllEqual(after)) {
      ++varying;
      continue;
    }
    if (before[0] == after[0]) continue;
    const uint32_t parent = input_.rows[row].parent;
    if (parent != TestedRow::kNoParent) is_explained[parent] = true;
    if (after[0] < before[0]) {
      ++shrunk;
      continue;
    }
    if (row != 0 && is_explained[row]) continue;
    if (++grown > kShown && row != 0) continue;
    Locate(Add(rule, CheckStatus::kRegression,
               fmt::format(
                   "{} of {}: {:.0f} before, {:.0f} now", InfoOf(measure).key,
                   Printable(input_.rows[row].name), before[0], after[0])),
           row, row != 0 || !is_explained[row]);
  }
  if (grown > 0) return;
  std::string message = "not more than before";
  if (shrunk > 0) message += fmt::format("; {} rows have less", shrunk);
  if (varying > 0) {
    message += fmt::format(
        "; {} rows vary among runs of one side, so they are not compared",
        varying);
  }
  Add(rule, CheckStatus::kPass, std::move(message));
}

void Gate::CheckTime() {
  if (verdict_.Has(CheckStatus::kNotComparable)) {
    Add("time", CheckStatus::kNotComparable,
        "not tested: the runs are not of the same thing");
    return;
  }
  const std::vector<RowOutcome> outcomes =
      FindChangedRows(TestedRows(input_), options_.tree);
  CheckRoot(outcomes[0]);
  NameRows(outcomes);
}

void Gate::CheckRoot(const RowOutcome& root) {
  const double alpha = options_.tree.alpha;
  const auto before = Median(ValuesOf(input_.baseline, kNoisyMeasure, 0));
  const auto after = Median(ValuesOf(input_.candidate, kNoisyMeasure, 0));
  const std::string numbers = fmt::format(
      "{} before, {} now, p = {:.4f}", Micros(before), Micros(after), root.p);
  const std::string shown =
      root.smallest_ratio_shown
          ? fmt::format(
                "; the least slowdown that these runs could have shown "
                "is {:.1f}%",
                (*root.smallest_ratio_shown - 1) * 100)
          : "";
  switch (root.state) {
    case RowState::kSlower:
      Locate(Add("time", CheckStatus::kRegression,
                 fmt::format("the step takes {}: {}",
                             EstimateText(root.estimate, alpha), numbers)),
             0, false);
      return;
    case RowState::kFaster:
      Add("time", CheckStatus::kPass,
          fmt::format("the step takes {}: {}",
                      EstimateText(root.estimate, alpha), numbers));
      return;
    case RowState::kBelowFloor:
      Add("time", CheckStatus::kPass,
          fmt::format("the step takes {}, which is below the floor: {}",
                      EstimateText(root.estimate, alpha), numbers));
      return;
    case RowState::kTooFewRuns: {
      const size_t needed = RunsNeeded(alpha);
      Add("time", CheckStatus::kInconclusive,
          fmt::format("{} against {} runs cannot show anything at {:g}%: {} a "
                      "side would do ({} before, {} now)",
                      input_.baseline.size(), input_.candidate.size(),
                      alpha * 100, needed, Micros(before), Micros(after)));
      return;
    }
    case RowState::kNoRatio:
      Add("time", CheckStatus::kInconclusive,
          "a run has no time at all: are there step stats?");
      return;
    default:
      break;
  }
  const bool is_blind = !root.smallest_ratio_shown ||
                        *root.smallest_ratio_shown > 1 + options_.must_show;
  Add("time", is_blind ? CheckStatus::kInconclusive : CheckStatus::kPass,
      fmt::format("{}: {}{}",
                  is_blind ? "the runs spread too much to tell"
                           : "no slowdown beyond chance",
                  numbers, shown));
}

// Rows that are slower, and have none under them that is.
void Gate::NameRows(const std::vector<RowOutcome>& outcomes) {
  std::vector<bool> is_explained(outcomes.size(), false);
  std::vector<uint32_t> named;
  for (auto row = static_cast<uint32_t>(outcomes.size()); row-- > 1;) {
    if (outcomes[row].state != RowState::kSlower) continue;
    if (input_.rows[row].parent != TestedRow::kNoParent) {
      is_explained[input_.rows[row].parent] = true;
    }
    named.push_back(row);
  }
  std::reverse(named.begin(), named.end());
  for (const uint32_t row : named) {
    const RowOutcome& outcome = outcomes[row];
    Locate(
        Add("time", CheckStatus::kRegression,
            fmt::format(
                "{} takes {}: {} before, {} now, p = {:.4f}{}",
                Printable(input_.rows[row].name),
                EstimateText(outcome.estimate, options_.tree.alpha),
                Micros(Median(ValuesOf(input_.baseline, kNoisyMeasure, row))),
                Micros(Median(ValuesOf(input_.candidate, kNoisyMeasure, row))),
                outcome.p, is_explained[row] ? "; by what is under it" : "")),
        row, !is_explained[row]);
  }
}

// Of things that are not the same the gate says nothing more.
void Gate::Conclude() {
  for (const CheckStatus status :
       {CheckStatus::kNotComparable, CheckStatus::kRegression,
        CheckStatus::kInconclusive}) {
    if (!verdict_.Has(status)) continue;
    verdict_.status = status;
    for (const Verdict::Check& check : verdict_.checks) {
      if (check.status != status) continue;
      verdict_.reason = check.message;
      return;
    }
  }
  verdict_.reason = verdict_.checks.back().message;
  for (const Verdict::Check& check : verdict_.checks) {
    if (check.rule == "time") verdict_.reason = check.message;
  }
}

}  // namespace

Verdict RunGate(const GateInput& input, const GateOptions& options) {
  return Gate(input, options).Run();
}

GateInput WithSlowdown(GateInput input, double factor) {
  const auto centre = [](const std::vector<GateRun>& runs) {
    double logs = 0;
    for (const GateRun& run : runs) {
      logs += std::log(std::max(run.Of(kNoisyMeasure, 0), 1e-9));
    }
    return logs / static_cast<double>(std::max<size_t>(runs.size(), 1));
  };
  const double scale =
      factor * std::exp(centre(input.baseline) - centre(input.candidate));
  for (GateRun& run : input.candidate) {
    for (double& value : run.medians[IndexOf(kNoisyMeasure)]) value *= scale;
  }
  return input;
}

Calibration Calibrate(const GateInput& input, const GateOptions& options) {
  Calibration result;
  const size_t runs = input.baseline.size();
  const size_t half = runs / 2;
  result.runs_needed = 2 * RunsNeeded(options.tree.alpha);
  result.has_enough = runs >= result.runs_needed;
  if (!result.has_enough) return result;
  constexpr size_t kMost = 500;
  const Splits splits(half, runs - half);
  for (size_t split = 0; split < std::min(splits.size(), kMost); ++split) {
    GateInput halves{input.rows, {}, {}};
    for (size_t run = 0; run < runs; ++run) {
      auto& side =
          (splits[split] >> run & 1) != 0 ? halves.candidate : halves.baseline;
      side.push_back(input.baseline[run]);
    }
    const auto outcomes = FindChangedRows(TestedRows(halves), options.tree);
    const auto is_alarm = [](const RowOutcome& outcome) {
      return outcome.state == RowState::kSlower ||
             outcome.state == RowState::kFaster;
    };
    ++result.splits;
    result.alarms += is_alarm(outcomes[0]) ? 1 : 0;
    result.alarms_in_tree +=
        std::any_of(outcomes.begin(), outcomes.end(), is_alarm) ? 1 : 0;
    // The first split is the runs in their order: the earlier, the later.
    if (split == 0) {
      result.drift_ratio = outcomes[0].estimate.ratio;
      result.drift_p = outcomes[0].p;
    }
  }
  return result;
}

}  // namespace tfprof
