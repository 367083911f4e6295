// SPDX-License-Identifier: Apache-2.0
#include "base/statistics.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace tfprof {

namespace {

// The value at position `place` in sorted order, interpolated between
// neighbours.
double ValueAt(double place, std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, values.size() - 1);
  return values[below] +
         (place - static_cast<double>(below)) * (values[above] - values[below]);
}

}  // namespace

double MeanOf(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(values.size());
}

double SlopeOf(std::span<const double> values) {
  const double mean = MeanOf(values);
  const double middle = (static_cast<double>(values.size()) - 1) / 2;
  double products = 0, squares = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const double at = static_cast<double>(i) - middle;
    products += at * (values[i] - mean);
    squares += at * at;
  }
  return squares > 0 ? products / squares : 0;
}

double QuantileOf(std::vector<double> values, double share) {
  const double last = static_cast<double>(values.size()) - 1;
  return ValueAt(share * last, values);
}

double SampledQuantileOf(std::vector<double> values, double share) {
  constexpr double kThird = 1.0 / 3;
  const auto n = static_cast<double>(values.size());
  const double at = (n + kThird) * share + kThird - 1;
  return ValueAt(std::clamp(at, 0.0, n - 1), values);
}

}  // namespace tfprof
