// SPDX-License-Identifier: Apache-2.0
#include "base/median.h"

#include <algorithm>
#include <cassert>

namespace tfprof {

double MedianInPlace(std::span<double> values) {
  assert(!values.empty());
  const auto half = static_cast<long>(values.size() / 2);
  std::nth_element(values.begin(), values.begin() + half, values.end());
  const double upper = values[values.size() / 2];
  if (values.size() % 2 == 1) return upper;
  return (upper + *std::max_element(values.begin(), values.begin() + half)) / 2;
}

double Median(std::vector<double> values) { return MedianInPlace(values); }

}  // namespace tfprof
