// SPDX-License-Identifier: Apache-2.0
// Finds changes of a series' level: E-divisive means (Matteson and James,
// 2014), with exponent 1 for distances in the energy statistic, and tests if a
// straight line fits better than levels.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tfprof {

struct ChangePoint {
  size_t at = 0;   // the first value of the new level
  double p = 1;    // of a permutation test
};

inline constexpr size_t kLeastSegment = 3;

// Change points with p <= 1 %, ascending; each splits a segment between those
// found before. Segments have at least three values. n log n per permutation,
// of which there are few if nothing changed, and a fifth for a segment of
// several hundred values. Deterministic.
std::vector<ChangePoint> FindChangePoints(std::span<const double> values);

struct Line {
  double first = 0;  // the fitted first value
  double last = 0;   // the fitted last value
};

// Fits a straight line, and tells whether it models the values better than
// levels do, by the Bayesian information criterion.
Line FitLine(std::span<const double> values);
bool IsCreep(std::span<const double> values,
             std::span<const ChangePoint> points);

struct MeanDifference {
  double difference = 0;  // mean after less mean before
  double half_width = 0;  // of its 95 % interval, from Student's t
};

// REQUIRES: each has at least two values.
MeanDifference CompareMeans(std::span<const double> before,
                            std::span<const double> after);

}  // namespace tfprof
