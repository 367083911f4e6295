// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/exact.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "analysis/gate/matching_rows.h"
#include "analysis/gate/relabelings.h"
#include "base/median.h"
#include "base/strings.h"

namespace tfprof {

namespace {

struct Range {
  double least = 0;
  double most = 0;

  bool IsOne() const { return least == most; }
};

Range RangeOf(const std::vector<double>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return {*least, *most};
}

std::string RangeText(const Range& range) {
  return range.IsOne() ? fmt::format("{:.10g}", range.least)
                       : fmt::format("{:.10g} to {:.10g}", range.least,
                                     range.most);
}

bool CountsWhatRan(Measure measure) {
  return measure == Measure::kRunCount || measure == Measure::kRequestedBytes ||
         measure == Measure::kOutputBytes;
}

// For comparing limits with each other.
using Digits = std::optional<std::pair<int64_t, int>>;

Digits DigitsOf(const std::optional<Decimal>& limit) {
  if (!limit) return std::nullopt;
  return std::pair(limit->digits, limit->places);
}

// Compares one measure of all rows.
class ExactComparison {
 public:
  ExactComparison(const GateInput& input,
                  const Lists<uint32_t>& children, MatchingRows& matching,
                  Measure measure, const ExactOptions& options)
      : input_(input), children_(children), matching_(matching),
        measure_(measure), options_(options) {
    // Separate ranges on both sides are rare by chance with enough runs.
    constexpr double kRarely = 0.01;
    may_vary_ = Relabelings::Splits(input.baseline.size(),
                                    input.candidate.size(), 1000)
                        .LeastP() <= 2 * kRarely;
    for (uint32_t row = 0; row < input.rows.size(); ++row) {
      before_.push_back(RangeOf(ValuesOf(input.baseline, measure, row)));
      after_.push_back(RangeOf(ValuesOf(input.candidate, measure, row)));
      increase_.push_back(IncreaseOf(row));
    }
    left_ = increase_;
  }

  std::vector<ExactChange> Run(const std::vector<Acceptance>& accepted) {
    // One like an earlier one accepts nothing more.
    std::set<std::tuple<std::string_view, Digits, Digits>> earlier;
    for (const Acceptance& acceptance : accepted) {
      if (acceptance.measure == measure_ && !acceptance.of_step &&
          acceptance.IsOpen(options_.today) &&
          earlier
              .emplace(acceptance.pattern, DigitsOf(acceptance.max),
                       DigitsOf(acceptance.max_increase))
              .second) {
        Accept(acceptance);
      }
    }
    if (left_[0] > 0 && left_[0] >= Floor()) {
      Descend();
    } else if (increase_[0] != 0 && changes_.empty()) {
      Add(0);
    }
    return std::move(changes_);
  }

 private:
  double IncreaseOf(uint32_t row) const {
    const Range& before = before_[row];
    const Range& after = after_[row];
    if ((!before.IsOne() || !after.IsOne()) && !may_vary_) return 0;
    if (after.least > before.most) return after.least - before.most;
    if (after.most < before.least) return after.most - before.least;
    return 0;
  }

  double Floor() const {
    return InfoOf(measure_).unit == Unit::kBytes
               ? options_.bytes_floor.Of(before_[0].most)
               : 0;
  }

  std::vector<uint32_t> RowsOf(const Acceptance& acceptance) {
    if (acceptance.pattern.empty()) return {0};
    const auto patterns = RegexSet::Compile({acceptance.pattern});
    if (!patterns) throw std::bad_alloc();  // as it is a valid one
    if (patterns->Matches(input_.rows[0].name.str())) return {0};
    return matching_.Find(acceptance.pattern, *patterns);
  }

  // Subtracts accepted growth from the rows above it, too.
  void Accept(const Acceptance& acceptance) {
    for (const uint32_t row : RowsOf(acceptance)) {
      const double left = left_[row];
      const bool is_within =
          (!acceptance.max || !IsOver(after_[row].most, *acceptance.max)) &&
          (!acceptance.max_increase ||
           !IsOverIncrease(after_[row].most, before_[row].least,
                           *acceptance.max_increase));
      if (left <= 0 || !is_within) continue;
      ExactChange& change = Add(row);
      change.is_accepted = true;
      change.words += fmt::format(", accepted at {} (reason: {})",
                                  acceptance.place,
                                  Printable(acceptance.reason));
      for (uint32_t at = row; at != TestedRow::kNoParent;
           at = input_.rows[at].parent) {
        left_[at] -= left;
      }
    }
  }

  // Descends to the rows that grew, while few rows explain the growth.
  void Descend() {
    constexpr size_t kFew = 3;
    std::vector<uint32_t> stack = {0};
    while (!stack.empty()) {
      const uint32_t row = stack.back();
      stack.pop_back();
      std::vector<uint32_t> grown;
      double sum = 0;
      for (const uint32_t child : children_[row]) {
        if (left_[child] <= 0) continue;
        grown.push_back(child);
        sum += left_[child];
      }
      if (!grown.empty() && grown.size() <= kFew && sum >= left_[row]) {
        stack.insert(stack.end(), grown.rbegin(), grown.rend());
      } else {
        Add(row).has_grown = true;
      }
    }
  }

  ExactChange& Add(uint32_t row) {
    ExactChange change{.measure = measure_, .row = row};
    change.before = Median(ValuesOf(input_.baseline, measure_, row));
    change.after = Median(ValuesOf(input_.candidate, measure_, row));
    change.words = fmt::format("{} of {}: {} before, {} now",
                               InfoOf(measure_).key, RowWords(input_, row),
                               RangeText(before_[row]), RangeText(after_[row]));
    const ChangedLine line = LineOfChange(input_, children_, increase_, row);
    change.file = line.file;
    change.line = line.line;
    change.is_gradient = line.is_gradient;
    changes_.push_back(std::move(change));
    return changes_.back();
  }

  const GateInput& input_;
  const Lists<uint32_t>& children_;
  MatchingRows& matching_;
  const Measure measure_;
  const ExactOptions& options_;
  bool may_vary_ = false;
  std::vector<Range> before_, after_;
  std::vector<double> increase_;
  std::vector<double> left_;  // of increase_, not accepted
  std::vector<ExactChange> changes_;
};

}  // namespace

ChangedLine LineOfChange(const GateInput& input,
                         const Lists<uint32_t>& children,
                         const std::vector<double>& change, uint32_t row,
                         double share) {
  const bool is_growth = change[row] > 0;
  struct Sum {
    double change = 0;
    bool is_gradient = true;
  };
  std::map<std::pair<std::string, int64_t>, Sum> by_line;
  std::vector<uint32_t> stack = {row};
  while (!stack.empty()) {
    const uint32_t at = stack.back();
    stack.pop_back();
    double own = change[at];
    for (const uint32_t child : children[at]) {
      own -= change[child];
      if (change[child] != 0) stack.push_back(child);
    }
    const GateRow& of_row = input.rows[at];
    if (own != 0 && (own > 0) == is_growth && of_row.line > 0) {
      Sum& sum = by_line[{std::string(of_row.file.view()), of_row.line}];
      sum.change += std::abs(own);
      sum.is_gradient &= of_row.is_gradient;
    }
  }
  const auto most = std::max_element(
      by_line.begin(), by_line.end(), [](const auto& a, const auto& b) {
        return a.second.change < b.second.change;
      });
  if (most == by_line.end() ||
      most->second.change < share * std::abs(change[row])) {
    return {};
  }
  return {most->first.first, most->first.second, most->second.is_gradient};
}

std::vector<ExactChange> CompareExactly(
    const GateInput& input, const std::vector<Acceptance>& accepted,
    const ExactOptions& options) {
  const auto children = ChildrenOf(input.rows);
  std::vector<std::string_view> patterns;
  for (const Acceptance& acceptance : accepted) {
    patterns.push_back(acceptance.pattern);
  }
  MatchingRows matching(input.rows, patterns);
  const bool is_open_ended = input.IsOpenEnded();
  std::vector<ExactChange> changes;
  for (const Measure measure : options.measures) {
    if (is_open_ended && CountsWhatRan(measure)) {
      changes.push_back(
          {.measure = measure,
           .words = fmt::format("{}: not compared, since a recording without "
                                "marked steps begins and ends anywhere",
                                InfoOf(measure).key)});
      continue;
    }
    if (input.IsKnown(measure)) {
      auto of_measure =
          ExactComparison(input, children, matching, measure, options)
              .Run(accepted);
      std::move(of_measure.begin(), of_measure.end(),
                std::back_inserter(changes));
      continue;
    }
    ExactChange unknown{.measure = measure};
    const bool knew = GateInput::KnowsAll(input.baseline, measure);
    const bool knows = GateInput::KnowsAll(input.candidate, measure);
    if (knew) unknown.before = Median(ValuesOf(input.baseline, measure, 0));
    if (knows) unknown.after = Median(ValuesOf(input.candidate, measure, 0));
    unknown.words =
        fmt::format("{}: not compared, since the dumps {} do not record it",
                    InfoOf(measure).key,
                    knew    ? "of the candidate"
                    : knows ? "of the baseline"
                            : "of either side");
    changes.push_back(std::move(unknown));
  }
  return changes;
}

}  // namespace tfprof
