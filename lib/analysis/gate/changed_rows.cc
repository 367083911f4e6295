// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/changed_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/median.h"

namespace tfprof {

namespace {

constexpr double kTieShare = 1e-9;
// Runs that agree to the last digit are no reason for an endless statistic.
constexpr double kLeastDeviation = 1e-6;

// The size of the difference in units of its standard error.
double Studentized(const std::vector<double>& logs, uint64_t group,
                   const Splits& splits) {
  double sum[2] = {0, 0};
  double squares[2] = {0, 0};
  for (size_t i = 0; i < logs.size(); ++i) {
    const size_t side = group >> i & 1;
    sum[side] += logs[i];
    squares[side] += logs[i] * logs[i];
  }
  const auto n = static_cast<double>(splits.first());
  const auto m = static_cast<double>(splits.second());
  const double within = std::max(0.0, squares[0] - sum[0] * sum[0] / n) +
                        std::max(0.0, squares[1] - sum[1] * sum[1] / m);
  const double variance =
      within / std::max(1.0, n + m - 2) + kLeastDeviation * kLeastDeviation;
  return std::abs(sum[1] / m - sum[0] / n) /
         std::sqrt(variance * (1 / n + 1 / m));
}

class TreeTester {
 public:
  TreeTester(const std::vector<TestedRow>& rows, const TreeTestOptions& options)
      : rows_(rows),
        options_(options),
        splits_(rows.empty() ? 1 : rows[0].baseline.size(),
                rows.empty() ? 1 : rows[0].candidate.size()),
        outcomes_(rows.size()),
        children_(rows.size()) {}

  std::vector<RowOutcome> Run() {
    std::vector<uint32_t> roots;
    for (uint32_t row = 0; row < rows_.size(); ++row) {
      const uint32_t parent = rows_[row].parent;
      (parent == TestedRow::kNoParent ? roots : children_[parent])
          .push_back(row);
    }
    std::vector<std::vector<uint32_t>> families;
    families.push_back(std::move(roots));
    while (!families.empty()) {
      const std::vector<uint32_t> family = std::move(families.back());
      families.pop_back();
      TestFamily(family);
      for (const uint32_t row : family) {
        const RowState state = outcomes_[row].state;
        const bool is_open =
            state == RowState::kSlower || state == RowState::kFaster;
        if (is_open && !children_[row].empty()) {
          families.push_back(children_[row]);
        }
      }
    }
    return std::move(outcomes_);
  }

 private:
  bool HasRatio(const TestedRow& row) const {
    const auto is_positive = [](double value) { return value > 0; };
    return std::all_of(row.baseline.begin(), row.baseline.end(), is_positive) &&
           std::all_of(row.candidate.begin(), row.candidate.end(), is_positive);
  }

  std::vector<double> LogsOf(const TestedRow& row) const {
    std::vector<double> logs;
    for (const double value : row.baseline) logs.push_back(std::log(value));
    for (const double value : row.candidate) logs.push_back(std::log(value));
    return logs;
  }

  void TestFamily(const std::vector<uint32_t>& family);
  std::vector<double> AdjustedP(const std::vector<uint32_t>& tested) const;
  void Judge(uint32_t row, double p);

  const std::vector<TestedRow>& rows_;
  const TreeTestOptions& options_;
  const Splits splits_;
  std::vector<RowOutcome> outcomes_;
  std::vector<std::vector<uint32_t>> children_;
};

void TreeTester::TestFamily(const std::vector<uint32_t>& family) {
  std::vector<uint32_t> tested;
  for (const uint32_t row : family) {
    if (!HasRatio(rows_[row])) {
      outcomes_[row].state = RowState::kNoRatio;
    } else if (splits_.LeastP() > options_.alpha) {
      outcomes_[row].state = RowState::kTooFewRuns;
    } else {
      tested.push_back(row);
    }
    const bool is_root = rows_[row].parent == TestedRow::kNoParent;
    if (is_root && HasRatio(rows_[row])) {
      RowOutcome& outcome = outcomes_[row];
      outcome.estimate = EstimateRatio(
          rows_[row].baseline, rows_[row].candidate, splits_, options_.alpha);
      outcome.smallest_ratio_shown = SmallestRatioShown(
          rows_[row].baseline, rows_[row].candidate, splits_, options_.alpha);
    }
  }
  if (tested.empty()) return;
  const std::vector<double> p = AdjustedP(tested);
  for (size_t i = 0; i < tested.size(); ++i) Judge(tested[i], p[i]);
}

// From the largest statistic down: how often the largest of this one and of
// those behind it is as large. What comes later is never surer.
std::vector<double> TreeTester::AdjustedP(
    const std::vector<uint32_t>& tested) const {
  std::vector<std::vector<double>> logs;
  std::vector<double> at_hand;
  for (const uint32_t row : tested) {
    logs.push_back(LogsOf(rows_[row]));
    at_hand.push_back(Studentized(logs.back(), splits_[0], splits_));
  }
  std::vector<size_t> order(tested.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return at_hand[a] > at_hand[b]; });
  std::vector<size_t> as_large(tested.size(), 0);
  for (size_t split = 0; split < splits_.size(); ++split) {
    double largest = 0;
    for (size_t i = order.size(); i-- > 0;) {
      const size_t row = order[i];
      largest =
          std::max(largest, Studentized(logs[row], splits_[split], splits_));
      as_large[row] +=
          largest >= at_hand[row] * (1 - kTieShare) - kTieShare ? 1 : 0;
    }
  }
  std::vector<double> p(tested.size());
  double floor = 0;
  for (const size_t row : order) {
    floor = std::max(floor, static_cast<double>(as_large[row]) /
                                static_cast<double>(splits_.size()));
    p[row] = floor;
  }
  return p;
}

void TreeTester::Judge(uint32_t row, double p) {
  const TestedRow& tested = rows_[row];
  RowOutcome& outcome = outcomes_[row];
  outcome.p = p;
  if (p > options_.alpha) {
    outcome.state = RowState::kNoEvidence;
    return;
  }
  outcome.estimate =
      EstimateRatio(tested.baseline, tested.candidate, splits_, options_.alpha);
  const double ratio = outcome.estimate.ratio;
  const double change = Median(tested.candidate) - Median(tested.baseline);
  const bool is_small = std::max(ratio, 1 / ratio) < options_.min_ratio ||
                        std::abs(change) < options_.min_absolute;
  outcome.state = is_small    ? RowState::kBelowFloor
                  : ratio > 1 ? RowState::kSlower
                              : RowState::kFaster;
}

}  // namespace

std::vector<RowOutcome> FindChangedRows(const std::vector<TestedRow>& rows,
                                        const TreeTestOptions& options) {
  return TreeTester(rows, options).Run();
}

}  // namespace tfprof
