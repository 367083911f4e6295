// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/statistics.h"

namespace tfprof {

namespace {

constexpr double kTieTolerance = 1e-9;
// Keeps the statistic finite if all runs are equal.
constexpr double kLeastVariance = 1e-12;

// Adds `shift` to the second group.
std::vector<double> Shifted(std::vector<double> logs, size_t first,
                            double shift) {
  for (size_t i = first; i < logs.size(); ++i) logs[i] += shift;
  return logs;
}

// The point where a test begins to reject, going from `inside`, where it does
// not, in `direction`; infinite if it never does.
template <typename Rejects>
double EdgeOf(double inside, double direction, Rejects rejects) {
  double step = 1e-4;
  double outside = inside + direction * step;
  while (!rejects(outside)) {
    step *= 2;
    if (step > 64) return direction * std::numeric_limits<double>::infinity();
    inside = outside;
    outside = inside + direction * step;
  }
  constexpr int kHalvings = 20;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (inside + outside) / 2;
    (rejects(middle) ? outside : inside) = middle;
  }
  return outside;
}

}  // namespace

std::vector<double> LogsOf(std::span<const double> first,
                           std::span<const double> second) {
  std::vector<double> logs;
  for (const auto& group : {first, second}) {
    for (const double value : group) logs.push_back(std::log(value));
  }
  return logs;
}

double SpreadOf(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double mean = MeanOf(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

WelchStatistic::WelchStatistic(std::span<const double> values,
                               const Relabelings& relabelings)
    : relabelings_(relabelings) {
  const size_t first = relabelings.first();
  if (relabelings.is_paired()) {
    for (size_t i = 0; i < first; ++i) {
      values_.push_back(values[first + i] - values[i]);
    }
  } else {
    const double mean = MeanOf(values);
    for (const double value : values) values_.push_back(value - mean);
  }
  for (const double value : values_) {
    sum_ += value;
    squares_ += value * value;
  }
}

double WelchStatistic::At(uint64_t group) const {
  return relabelings_.is_paired() ? AtPairs(group) : AtSplit(group);
}

double WelchStatistic::AtPairs(uint64_t group) const {
  double sum = 0;
  for (size_t i = 0; i < values_.size(); ++i) {
    sum += (group >> i & 1) != 0 ? -values_[i] : values_[i];
  }
  const auto n = static_cast<double>(values_.size());
  const double mean = sum / n;
  const double variance =
      std::max(0.0, squares_ - n * mean * mean) / std::max(1.0, n - 1);
  return mean / std::sqrt((variance + kLeastVariance) / n);
}

double WelchStatistic::AtSplit(uint64_t group) const {
  double sum = 0, squares = 0;
  for (size_t i = 0; i < values_.size(); ++i) {
    // No branch: the processor could not predict it.
    const double value = values_[i] * static_cast<double>(group >> i & 1);
    sum += value;
    squares += value * value;
  }
  const auto n = static_cast<double>(relabelings_.first());
  const auto m = static_cast<double>(relabelings_.second());
  const double sum_first = sum_ - sum;
  double first = std::max(0.0, squares_ - squares - sum_first * sum_first / n);
  double second = std::max(0.0, squares - sum * sum / m);
  first /= std::max(1.0, n - 1);
  second /= std::max(1.0, m - 1);
  // A group of one run has no spread: take that of the other group.
  if (n < 2) first = second;
  if (m < 2) second = first;
  return (sum / m - sum_first / n) /
         std::sqrt((first + kLeastVariance) / n + (second + kLeastVariance) / m);
}

double WelchStatistic::Difference() const {
  if (relabelings_.is_paired()) {
    return sum_ / static_cast<double>(values_.size());
  }
  const std::span<const double> values(values_);
  return MeanOf(values.subspan(relabelings_.first())) -
         MeanOf(values.first(relabelings_.first()));
}

bool IsAsExtreme(double there, double at_hand) {
  return std::abs(there) >=
         std::abs(at_hand) * (1 - kTieTolerance) - kTieTolerance;
}

double PermutationP(std::span<const double> values,
                    const Relabelings& relabelings) {
  const WelchStatistic statistic(values, relabelings);
  const double at_hand = statistic.At(relabelings[0]);
  size_t as_extreme = 0;
  for (size_t i = 0; i < relabelings.size(); ++i) {
    as_extreme += IsAsExtreme(statistic.At(relabelings[i]), at_hand) ? 1 : 0;
  }
  return static_cast<double>(as_extreme) /
         static_cast<double>(relabelings.size());
}

RatioEstimate EstimateRatio(std::span<const double> logs,
                            const Relabelings& relabelings, double alpha) {
  const double shift = WelchStatistic(logs, relabelings).Difference();
  RatioEstimate estimate;
  estimate.ratio = std::exp(shift);
  if (relabelings.LeastP() > alpha) {
    estimate.low = 0;
    estimate.high = std::numeric_limits<double>::infinity();
    return estimate;
  }
  const std::vector<double> values(logs.begin(), logs.end());
  const auto rejects = [&](double candidate) {
    return PermutationP(Shifted(values, relabelings.first(), -candidate),
                        relabelings) <= alpha;
  };
  estimate.low = std::exp(EdgeOf(shift, -1, rejects));
  estimate.high = std::exp(EdgeOf(shift, 1, rejects));
  return estimate;
}

std::vector<double> HolmAdjusted(const std::vector<double>& p) {
  std::vector<size_t> order(p.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double floor = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    const auto left = static_cast<double>(order.size() - i);
    floor = std::max(floor, std::min(1.0, left * p[order[i]]));
    adjusted[order[i]] = floor;
  }
  return adjusted;
}

}  // namespace tfprof
