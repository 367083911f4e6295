// SPDX-License-Identifier: Apache-2.0
// Where a series of numbers changed its level: E-divisive means (Matteson and
// James, 2014), with distances of 1 for the energy statistic, and whether a
// straight line says more than these levels.
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

// Of change points with p <= 1 %, each in a segment between those found before,
// in ascending order. Segments have three values at least. n log n for each
// permutation, and few permutations where nothing changed. The same series
// gives the same answer.
std::vector<ChangePoint> FindChangePoints(std::span<const double> values);

struct Line {
  double first = 0;  // the fitted value of the first
  double last = 0;   // and of the last
};

// The straight line through the values, and whether it is the better model by
// the Bayesian information criterion than levels between the change points.
Line FitLine(std::span<const double> values);
bool IsCreep(std::span<const double> values,
             std::span<const ChangePoint> points);

struct MeanDifference {
  double difference = 0;  // of the means, after less before
  double half_width = 0;  // of its 95 % interval, from Student's t
};

// REQUIRES: both have two values at least.
MeanDifference CompareMeans(std::span<const double> before,
                            std::span<const double> after);

}  // namespace tfprof
