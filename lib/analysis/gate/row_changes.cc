// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/row_changes.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/gate/exact.h"
#include "analysis/gate/power.h"
#include "base/median.h"
#include "base/strings.h"

namespace tfprof {

namespace {

class RowComparison {
 public:
  RowComparison(const GateInput& input, const GateOptions& options,
                const Relabelings& relabelings)
      : input_(input),
        options_(options),
        relabelings_(relabelings),
        children_(ChildrenOf(input.rows)) {}

  std::vector<RowChange> Run() {
    Observe();
    outcomes_ =
        FindChangedRows(tested_, relabelings_, options_.alpha, options_.floors);
    std::vector<RowChange> changes;
    for (uint32_t row = 1; row < input_.rows.size(); ++row) {
      if (IsListed(row)) changes.push_back(ChangeOf(row));
    }
    std::stable_sort(changes.begin(), changes.end(),
                     [](const RowChange& a, const RowChange& b) {
                       return std::abs(a.change_us) > std::abs(b.change_us);
                     });
    return changes;
  }

 private:
  void Observe() {
    for (std::vector<double>* const values : {&before_, &after_, &change_}) {
      values->reserve(input_.rows.size());
    }
    tested_.reserve(input_.rows.size());
    for (uint32_t row = 0; row < input_.rows.size(); ++row) {
      const bool was = input_.IsInBaseline(row);
      const bool is = input_.IsInCandidate(row);
      before_.push_back(was ? MedianOf(input_.baseline, row) : 0);
      after_.push_back(is ? MedianOf(input_.candidate, row) : 0);
      change_.push_back(after_.back() - before_.back());
      TestedRow tested{.parent = input_.rows[row].parent};
      if (was && is) {
        tested.baseline = ValuesOf(input_.baseline, kNoisyMeasure, row);
        tested.candidate = ValuesOf(input_.candidate, kNoisyMeasure, row);
      }
      tested_.push_back(std::move(tested));
    }
  }

  static double MedianOf(const std::vector<GateRun>& runs, uint32_t row) {
    return Median(ValuesOf(runs, kNoisyMeasure, row));
  }

  bool IsNew(uint32_t row) const {
    return !input_.IsInBaseline(row) && input_.IsInCandidate(row);
  }

  bool IsGone(uint32_t row) const {
    return input_.IsInBaseline(row) && !input_.IsInCandidate(row);
  }

  bool IsListed(uint32_t row) const {
    const uint32_t parent = input_.rows[row].parent;
    if (IsNew(row)) return !IsNew(parent);
    if (IsGone(row)) return !IsGone(parent);
    if (!input_.IsInBaseline(row)) return false;  // it was renamed
    const RowState state = outcomes_[row].state;
    const bool is_renamed = input_.IsRenamed(row) && !input_.IsRenamed(parent);
    return is_renamed || (state != RowState::kNotTested && change_[row] != 0);
  }

  RowChange ChangeOf(uint32_t row) const {
    RowChange change{.row = row};
    change.is_new = IsNew(row);
    change.is_gone = IsGone(row);
    if (!change.is_new) change.before_us = before_[row];
    if (!change.is_gone) change.after_us = after_[row];
    change.change_us = change_[row];
    const RowOutcome& outcome = outcomes_[row];
    change.is_proven = outcome.IsChange();
    for (const uint32_t child : children_[row]) {
      change.is_explained |= outcomes_[child].state == outcome.state;
    }
    change.is_explained &= change.is_proven;
    if (change.is_new || change.is_gone) {
      change.operations = CountEnds(row);
    } else if (outcome.state != RowState::kNotTested &&
               outcome.state != RowState::kNoRatio) {
      change.ratio = after_[row] / before_[row];
      if (outcome.state != RowState::kTooFewRuns) change.p_adjusted = outcome.p;
    }
    const ChangedLine line = LineOfChange(input_, children_, change_, row);
    change.file = line.file;
    change.line = line.line;
    change.is_gradient = line.is_gradient;
    return change;
  }

  size_t CountEnds(uint32_t row) const {
    size_t ends = 0;
    std::vector<uint32_t> stack = {row};
    while (!stack.empty()) {
      const uint32_t at = stack.back();
      stack.pop_back();
      ends += children_[at].empty() ? 1 : 0;
      stack.insert(stack.end(), children_[at].begin(), children_[at].end());
    }
    return ends;
  }

  const GateInput& input_;
  const GateOptions& options_;
  const Relabelings& relabelings_;
  const Lists<uint32_t> children_;
  std::vector<TestedRow> tested_;
  std::vector<RowOutcome> outcomes_;
  std::vector<double> before_, after_, change_;
};

}  // namespace

std::string RowChange::Words(const GateInput& input) const {
  const std::string name = RowWords(input, row);
  if (is_new || is_gone) {
    const std::string_view word = is_new ? "new" : "gone";
    const std::string cost = MicrosText(is_new ? *after_us : *before_us);
    return operations == 1
               ? fmt::format("{} is {}: {} a step", name, word, cost)
               : fmt::format("{} operations are {} under {}: {} a step",
                             operations, word, name, cost);
  }
  std::string words = name;
  if (ratio) words += fmt::format(" takes {:.3g} times as long", *ratio);
  words += fmt::format("{} {} before, {} now", ratio ? ":" : " took",
                       MicrosText(*before_us), MicrosText(*after_us));
  const std::string old_name = input.OldNameOf(row);
  if (!old_name.empty()) {
    words += fmt::format(" (it was {})", Printable(old_name));
  }
  return words;
}

std::vector<RowChange> CompareRows(const GateInput& input,
                                   const GateOptions& options,
                                   const Relabelings& relabelings) {
  return RowComparison(input, options, relabelings).Run();
}

ChangedLine LineOfStep(const GateInput& input, double change_us) {
  std::vector<double> change;
  change.reserve(input.rows.size());
  for (uint32_t row = 0; row < input.rows.size(); ++row) {
    change.push_back(Median(ValuesOf(input.candidate, kNoisyMeasure, row)) -
                     Median(ValuesOf(input.baseline, kNoisyMeasure, row)));
  }
  if (change.empty()) return {};
  // The change to explain is the step's, not that of the sum of its rows.
  constexpr double kMost = 0.5;
  change[0] = change_us;
  return LineOfChange(input, ChildrenOf(input.rows), change, 0, kMost);
}

std::optional<size_t> RunsToProve(const GateInput& input,
                                  const GateOptions& options,
                                  const Relabelings& relabelings,
                                  const RowChange& change) {
  if (!change.ratio || !change.before_us ||
      !options.floors.IsAbove(*change.ratio, *change.before_us,
                              *change.after_us)) {
    return std::nullopt;
  }
  const std::vector<double> logs =
      LogsOf(ValuesOf(input.baseline, kNoisyMeasure, change.row),
             ValuesOf(input.candidate, kNoisyMeasure, change.row));
  return RunsToShow(Power::Of(logs, relabelings, options.alpha, 1),
                    std::max(*change.ratio, 1 / *change.ratio));
}

}  // namespace tfprof
