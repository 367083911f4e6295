// SPDX-License-Identifier: Apache-2.0
// Statistics of values in the order of measurement, none of which is NaN.
#pragma once

#include <span>
#include <vector>

namespace tfprof {

// REQUIRES: there is a value.
double MeanOf(std::span<const double> values);

// The slope per value of a straight line through the values (least squares).
// REQUIRES: there is a value; 0 if it is the only one.
double SlopeOf(std::span<const double> values);

// The quantile at `share` (0.5 is the median), interpolated between values.
// REQUIRES: there is a value.
double QuantileOf(std::vector<double> values, double share);

// An estimate of that quantile of the population from which the values are a
// sample, for any sample size (Hyndman and Fan 1996, definition 8). REQUIRES:
// there is a value.
double SampledQuantileOf(std::vector<double> values, double share);

}  // namespace tfprof
