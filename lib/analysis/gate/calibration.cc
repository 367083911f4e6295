// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/calibration.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/gate/power.h"
#include "base/median.h"
#include "base/statistics.h"

namespace tfprof {

namespace {

std::vector<double> LogLengths(const GateInput& input) {
  std::vector<const GateRun*> runs;
  for (const GateRun& run : input.baseline) runs.push_back(&run);
  const bool have_dates =
      std::all_of(runs.begin(), runs.end(),
                  [](const GateRun* run) { return run->HasDate(); });
  if (have_dates) {
    std::stable_sort(runs.begin(), runs.end(),
                     [](const GateRun* a, const GateRun* b) {
                       return a->start_us < b->start_us;
                     });
  }
  std::vector<double> logs;
  for (const GateRun* const run : runs) {
    const auto length = run->Of({StepMeasure::kLength, ""});
    if (!length || *length <= 0) return {};
    logs.push_back(std::log(*length));
  }
  return logs;
}

// The correlation of each value with the one before, after removing drift.
double NeighbourCorrelation(const std::vector<double>& values) {
  const double mean = MeanOf(values);
  double products = 0, squares = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const double value = values[i] - mean;
    squares += value * value;
    if (i > 0) products += value * (values[i - 1] - mean);
  }
  return squares > 0 ? products / squares : 0;
}

std::vector<double> WithoutDrift(std::vector<double> values) {
  const double slope = SlopeOf(values);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] -= slope * static_cast<double>(i);
  }
  return values;
}

// How often a random order of the runs has a statistic at least as large.
template <typename Statistic>
double OrderP(std::vector<double> values, Statistic statistic) {
  constexpr size_t kOrders = 2000;
  const double at_hand = statistic(values);
  std::mt19937_64 random(values.size());
  size_t as_large = 1;  // the actual order
  for (size_t i = 1; i < kOrders; ++i) {
    for (size_t at = values.size() - 1; at > 0; --at) {
      std::swap(values[at], values[random() % (at + 1)]);
    }
    as_large += IsAsExtreme(statistic(values), at_hand) ? 1 : 0;
  }
  return static_cast<double>(as_large) / static_cast<double>(kOrders);
}

}  // namespace

Calibration Calibrate(const GateInput& input, const GateOptions& options) {
  Calibration result{.runs = input.baseline.size()};
  const std::vector<double> logs = LogLengths(input);
  result.has_lengths = logs.size() == result.runs;
  if (!result.HasEnough()) return result;
  result.spread = SpreadOf(logs);
  result.drift = std::exp(SlopeOf(logs)) - 1;
  result.drift_p = OrderP(logs, SlopeOf);
  const std::vector<double> level = WithoutDrift(logs);
  result.autocorrelation = NeighbourCorrelation(level);
  result.autocorrelation_p = OrderP(level, NeighbourCorrelation);
  std::vector<double> lengths;
  for (const double log : logs) lengths.push_back(std::exp(log));
  const size_t half = result.runs / 2;
  const Power power{
      .spread_before = result.spread,
      .spread_after = result.spread,
      .before = half,
      .after = half,
      .alpha = AlphaShares::Of(options.alpha, Relabelings::Splits(half, half))
                   .primary,
      .floor_ratio =
          std::max(options.floors.min_ratio,
                   1 + options.floors.min_absolute / Median(lengths))};
  if (const auto least = LeastSlowdown(power)) {
    result.least_slowdown = *least - 1;
  }
  return result;
}

}  // namespace tfprof
