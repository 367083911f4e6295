// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/power.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "analysis/gate/statistics.h"

namespace tfprof {

namespace {

constexpr double kPower = 0.8;

// The quantile of the normal distribution, by Newton's method on the error
// function.
double NormalQuantile(double p) {
  double z = 0;
  for (int i = 0; i < 40; ++i) {
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * M_PI);
    const double step = (std::erfc(-z / std::sqrt(2.0)) / 2 - p) / density;
    z -= std::clamp(step, -1.0, 1.0);
  }
  return z;
}

// The quantile of Student's t, by its expansion around the normal one.
double StudentQuantile(double p, double df) {
  const double z = NormalQuantile(p);
  const double z2 = z * z;
  return z + z * (z2 + 1) / (4 * df) +
         z * (5 * z2 * z2 + 16 * z2 + 3) / (96 * df * df) +
         z * (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) /
             (384 * df * df * df);
}

struct StandardError {
  double value = 0;
  double df = 1;
};

StandardError ErrorOf(const Power& power) {
  const auto n = static_cast<double>(power.before);
  const auto m = static_cast<double>(power.after);
  const double a = power.spread_before * power.spread_before / n;
  if (power.is_paired) return {std::sqrt(a), std::max(1.0, n - 1)};
  const double b = power.spread_after * power.spread_after / m;
  if (a + b <= 0) return {0, std::max(1.0, n + m - 2)};
  // Welch and Satterthwaite.
  const double df = (a + b) * (a + b) /
                    (a * a / std::max(1.0, n - 1) + b * b / std::max(1.0, m - 1));
  return {std::sqrt(a + b), std::max(1.0, df)};
}

// The least slowdown that a t test finds.
double ByFormula(const Power& power) {
  const StandardError error = ErrorOf(power);
  const double by_test =
      (StudentQuantile(1 - power.alpha / 2, error.df) +
       StudentQuantile(kPower, error.df)) *
      error.value;
  const double by_floor =
      std::log(power.floor_ratio) + NormalQuantile(kPower) * error.value;
  return std::max(by_test, by_floor);
}

class Simulation {
 public:
  Simulation(const Power& power, const Relabelings& relabelings)
      : power_(power), relabelings_(relabelings) {}

  double Run() {
    constexpr size_t kTrials = 200;
    const double width = std::max(4 * ByFormula(power_), 1e-6);
    std::vector<double> edges;
    for (size_t trial = 0; trial < kTrials; ++trial) {
      edges.push_back(EdgeOfTrial(width));
    }
    const auto at = edges.begin() + static_cast<long>(kPower * kTrials);
    std::nth_element(edges.begin(), at, edges.end());
    return *at;
  }

 private:
  double Normal() {
    const auto uniform = [&] {
      return (static_cast<double>(random_() >> 11) + 0.5) * 0x1p-53;
    };
    return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * M_PI * uniform());
  }

  // The least slowdown that is found in one random draw of runs.
  double EdgeOfTrial(double width) {
    std::vector<double> logs;
    for (size_t i = 0; i < power_.before; ++i) {
      logs.push_back(power_.is_paired ? 0 : power_.spread_before * Normal());
    }
    for (size_t i = 0; i < power_.after; ++i) {
      logs.push_back(Normal() * (power_.is_paired ? power_.spread_before
                                                  : power_.spread_after));
    }
    const double luck = WelchStatistic(logs, relabelings_).Difference();
    double inside = -luck, outside = -luck + width;
    constexpr int kHalvings = 14;
    for (int i = 0; i < kHalvings; ++i) {
      const double shift = (inside + outside) / 2;
      std::vector<double> shifted = logs;
      for (size_t run = power_.before; run < shifted.size(); ++run) {
        shifted[run] += shift;
      }
      const bool is_found =
          PermutationP(shifted, relabelings_) <= power_.alpha;
      (is_found ? outside : inside) = shift;
    }
    return std::max(outside, std::log(power_.floor_ratio) - luck);
  }

  const Power& power_;
  const Relabelings& relabelings_;
  std::mt19937_64 random_{1};
};

}  // namespace

Power Power::Of(std::span<const double> logs, const Relabelings& relabelings,
                double alpha, double floor_ratio) {
  Power power{.before = relabelings.first(),
              .after = relabelings.second(),
              .is_paired = relabelings.is_paired(),
              .alpha = alpha,
              .floor_ratio = floor_ratio};
  const auto first = logs.first(power.before);
  const auto second = logs.subspan(power.before);
  if (power.is_paired) {
    std::vector<double> differences;
    for (size_t i = 0; i < power.before; ++i) {
      differences.push_back(second[i] - first[i]);
    }
    power.spread_before = power.spread_after = SpreadOf(differences);
    return power;
  }
  power.spread_before = SpreadOf(first.size() > 1 ? first : second);
  power.spread_after = SpreadOf(second.size() > 1 ? second : first);
  return power;
}

std::optional<double> LeastSlowdown(const Power& power) {
  // The permutation test differs from the t test for few runs.
  constexpr size_t kFew = 1000;
  const Relabelings relabelings =
      power.is_paired
          ? Relabelings::Pairs(power.before, kFew)
          : Relabelings::Splits(power.before, power.after, kFew);
  if (relabelings.LeastP() > power.alpha) return std::nullopt;
  const bool is_few = relabelings.size() < kFew;
  return std::exp(is_few ? Simulation(power, relabelings).Run()
                         : ByFormula(power));
}

std::optional<size_t> RunsToShow(Power power, double ratio) {
  constexpr size_t kMost = 100;
  for (size_t runs = RunsNeeded(power.alpha, power.is_paired); runs <= kMost;
       ++runs) {
    power.before = power.after = runs;
    if (ByFormula(power) <= std::log(ratio)) return runs;
  }
  return std::nullopt;
}

}  // namespace tfprof
