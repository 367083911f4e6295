// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/changed_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/median.h"

namespace tfprof {

namespace {

class TreeTester {
 public:
  TreeTester(const std::vector<TestedRow>& rows, const Relabelings& relabelings,
             double alpha, const Floors& floors)
      : rows_(rows),
        relabelings_(relabelings),
        alpha_(alpha),
        floors_(floors),
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
    // The children of a root are always tested: they may cancel out in its sum.
    for (const uint32_t root : roots) families.push_back(children_[root]);
    families.push_back(std::move(roots));
    while (!families.empty()) {
      const std::vector<uint32_t> family = std::move(families.back());
      families.pop_back();
      TestFamily(family);
      for (const uint32_t row : family) {
        const bool is_root = rows_[row].parent == TestedRow::kNoParent;
        if (!is_root && outcomes_[row].IsChange()) {
          families.push_back(children_[row]);
        }
      }
    }
    return std::move(outcomes_);
  }

 private:
  static bool HasRatio(const TestedRow& row) {
    const auto is_positive = [](double value) { return value > 0; };
    return !row.baseline.empty() && !row.candidate.empty() &&
           std::all_of(row.baseline.begin(), row.baseline.end(), is_positive) &&
           std::all_of(row.candidate.begin(), row.candidate.end(), is_positive);
  }

  void TestFamily(const std::vector<uint32_t>& family);
  std::vector<double> AdjustedP(
      const std::vector<WelchStatistic>& statistics) const;
  void Judge(uint32_t row, double p);

  const std::vector<TestedRow>& rows_;
  const Relabelings& relabelings_;
  const double alpha_;
  const Floors& floors_;
  std::vector<RowOutcome> outcomes_;
  std::vector<std::vector<uint32_t>> children_;
};

void TreeTester::TestFamily(const std::vector<uint32_t>& family) {
  std::vector<uint32_t> tested;
  std::vector<WelchStatistic> statistics;
  for (const uint32_t row : family) {
    if (!HasRatio(rows_[row])) {
      outcomes_[row].state = RowState::kNoRatio;
      continue;
    }
    WelchStatistic statistic(
        LogsOf(rows_[row].baseline, rows_[row].candidate), relabelings_);
    outcomes_[row].ratio = std::exp(statistic.Difference());
    if (relabelings_.LeastP() > alpha_) {
      outcomes_[row].state = RowState::kTooFewRuns;
      continue;
    }
    tested.push_back(row);
    statistics.push_back(std::move(statistic));
  }
  if (tested.empty()) return;
  const std::vector<double> p = AdjustedP(statistics);
  for (size_t i = 0; i < tested.size(); ++i) Judge(tested[i], p[i]);
}

// Max-T, in descending order: how often the largest of this and the smaller
// statistics is as large. No p value is below the one before.
std::vector<double> TreeTester::AdjustedP(
    const std::vector<WelchStatistic>& statistics) const {
  std::vector<double> at_hand;
  for (const WelchStatistic& statistic : statistics) {
    at_hand.push_back(std::abs(statistic.At(relabelings_[0])));
  }
  std::vector<size_t> order(statistics.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return at_hand[a] > at_hand[b]; });
  std::vector<size_t> as_large(statistics.size(), 0);
  for (size_t i = 0; i < relabelings_.size(); ++i) {
    double largest = 0;
    for (size_t at = order.size(); at-- > 0;) {
      const size_t row = order[at];
      largest = std::max(largest, std::abs(statistics[row].At(relabelings_[i])));
      as_large[row] += IsAsExtreme(largest, at_hand[row]) ? 1 : 0;
    }
  }
  std::vector<double> p(statistics.size());
  double floor = 0;
  for (const size_t row : order) {
    floor = std::max(floor, static_cast<double>(as_large[row]) /
                                static_cast<double>(relabelings_.size()));
    p[row] = floor;
  }
  return p;
}

void TreeTester::Judge(uint32_t row, double p) {
  RowOutcome& outcome = outcomes_[row];
  outcome.p = p;
  if (p > alpha_) {
    outcome.state = RowState::kNoEvidence;
    return;
  }
  const bool is_small =
      !floors_.IsAbove(outcome.ratio, Median(rows_[row].baseline),
                       Median(rows_[row].candidate));
  outcome.state = is_small            ? RowState::kBelowFloor
                  : outcome.ratio > 1 ? RowState::kSlower
                                      : RowState::kFaster;
}

}  // namespace

bool Floors::IsAbove(double ratio, double before, double after) const {
  return std::max(ratio, 1 / ratio) >= min_ratio &&
         std::abs(after - before) >= min_absolute;
}

std::vector<RowOutcome> FindChangedRows(const std::vector<TestedRow>& rows,
                                        const Relabelings& relabelings,
                                        double alpha, const Floors& floors) {
  return TreeTester(rows, relabelings, alpha, floors).Run();
}

}  // namespace tfprof
