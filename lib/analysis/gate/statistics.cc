// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace tfprof {

namespace {

// Differences that are equal on paper may differ in the last bits.
constexpr double kTolerance = 1e-12;

double Mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(values.size());
}

std::vector<double> LogsOf(std::span<const double> first,
                           std::span<const double> second) {
  std::vector<double> logs;
  for (const auto& group : {first, second}) {
    for (const double value : group) logs.push_back(std::log(value));
  }
  return logs;
}

// How many ways there are to choose `k` of `n`, or too many.
uint64_t Choose(size_t n, size_t k) {
  uint64_t ways = 1;
  for (size_t i = 1; i <= k; ++i) {
    ways = ways * (n - k + i) / i;
    if (ways > Splits::kMostSplits) return Splits::kMostSplits + 1;
  }
  return ways;
}

double DifferenceOf(std::span<const double> values, uint64_t group,
                    size_t first, size_t second) {
  double sum_first = 0, sum_second = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    ((group >> i & 1) != 0 ? sum_second : sum_first) += values[i];
  }
  return sum_second / static_cast<double>(second) -
         sum_first / static_cast<double>(first);
}

// Adds `shift` to the second group.
std::vector<double> Shifted(std::vector<double> logs, size_t first,
                            double shift) {
  for (size_t i = first; i < logs.size(); ++i) logs[i] += shift;
  return logs;
}

// The point between `inside`, where a test does not reject, and far away where
// the test does; infinite if it never does.
template <typename Rejects>
double EdgeOf(double inside, double direction, Rejects rejects) {
  double step = 1e-4;
  double outside = inside + direction * step;
  while (!rejects(outside)) {
    step *= 2;
    if (step > 64) return direction * std::numeric_limits<double>::infinity();
    outside = inside + direction * step;
  }
  for (int i = 0; i < 50; ++i) {
    const double middle = (inside + outside) / 2;
    (rejects(middle) ? outside : inside) = middle;
  }
  return outside;
}

}  // namespace

Splits::Splits(size_t first, size_t second) : first_(first), second_(second) {
  const size_t runs = first + second;
  // The group at hand: the last ones are the second group.
  const uint64_t at_hand = ((uint64_t{1} << second) - 1) << first;
  groups_.push_back(at_hand);
  if (Choose(runs, second) <= kMostSplits) {
    std::vector<bool> chosen(runs, false);
    std::fill(chosen.begin(), chosen.begin() + static_cast<long>(second), true);
    do {
      uint64_t group = 0;
      for (size_t i = 0; i < runs; ++i) {
        group |= static_cast<uint64_t>(chosen[i]) << i;
      }
      if (group != at_hand) groups_.push_back(group);
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
    return;
  }
  // Not std::shuffle, whose order is the library's own.
  std::mt19937_64 random(runs * 64 + second);
  std::vector<size_t> order(runs);
  while (groups_.size() < kMostSplits) {
    std::iota(order.begin(), order.end(), size_t{0});
    uint64_t group = 0;
    for (size_t i = 0; i < second; ++i) {
      std::swap(order[i], order[i + random() % (runs - i)]);
      group |= uint64_t{1} << order[i];
    }
    groups_.push_back(group);
  }
}

double Splits::LeastP() const {
  // A split and its mirror image differ as much, if the groups are of one size.
  const double extreme = first_ == second_ ? 2 : 1;
  return std::min(1.0, extreme / static_cast<double>(size()));
}

size_t RunsNeeded(double alpha) {
  size_t runs = 2;
  while (2.0 / static_cast<double>(Choose(2 * runs, runs)) > alpha &&
         runs < 10) {
    ++runs;
  }
  return runs;
}

double PermutationP(std::span<const double> values, const Splits& splits) {
  const double at_hand = std::abs(
      DifferenceOf(values, splits[0], splits.first(), splits.second()));
  size_t as_extreme = 0;
  for (size_t i = 0; i < splits.size(); ++i) {
    const double there = std::abs(
        DifferenceOf(values, splits[i], splits.first(), splits.second()));
    as_extreme += there >= at_hand - kTolerance ? 1 : 0;
  }
  return static_cast<double>(as_extreme) / static_cast<double>(splits.size());
}

RatioEstimate EstimateRatio(std::span<const double> first,
                            std::span<const double> second,
                            const Splits& splits, double alpha) {
  const std::vector<double> logs = LogsOf(first, second);
  const double shift = Mean(std::span(logs).subspan(first.size())) -
                       Mean(std::span(logs).subspan(0, first.size()));
  RatioEstimate estimate;
  estimate.ratio = std::exp(shift);
  const auto rejects = [&](double candidate) {
    return PermutationP(Shifted(logs, first.size(), -candidate), splits) <=
           alpha;
  };
  if (splits.LeastP() > alpha) {
    estimate.low = 0;
    estimate.high = std::numeric_limits<double>::infinity();
    return estimate;
  }
  estimate.low = std::exp(EdgeOf(shift, -1, rejects));
  estimate.high = std::exp(EdgeOf(shift, 1, rejects));
  return estimate;
}

std::optional<double> SmallestRatioShown(std::span<const double> first,
                                         std::span<const double> second,
                                         const Splits& splits, double alpha) {
  if (splits.LeastP() > alpha) return std::nullopt;
  std::vector<double> logs = LogsOf(first, second);
  // Without the effect that there is, each group spreads around the same.
  const double mean_first = Mean(std::span(logs).subspan(0, first.size()));
  const double mean_second = Mean(std::span(logs).subspan(first.size()));
  for (size_t i = 0; i < logs.size(); ++i) {
    logs[i] -= i < first.size() ? mean_first : mean_second;
  }
  const double edge = EdgeOf(0, 1, [&](double shift) {
    return PermutationP(Shifted(logs, first.size(), shift), splits) <= alpha;
  });
  if (!std::isfinite(edge)) return std::nullopt;
  return std::exp(edge);
}

}  // namespace tfprof
