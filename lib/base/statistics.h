// SPDX-License-Identifier: Apache-2.0
// Statistics of values in the order of measurement; none is NaN.
#pragma once

#include <span>
#include <vector>

namespace tfprof {

// REQUIRES: there is a value.
double MeanOf(std::span<const double> values);

// How much a straight line through the values (least squares) rises from one to
// the next. REQUIRES: there is a value; 0 if it is the only one.
double SlopeOf(std::span<const double> values);

// The quantile at `share` (0.5 is the median), interpolated between values.
// REQUIRES: there is a value.
double QuantileOf(std::vector<double> values, double share);

// An estimate of that quantile of the population that the values are a sample
// of, whatever the sample's size (Hyndman and Fan 1996, definition 8).
// REQUIRES: there is a value.
double SampledQuantileOf(std::vector<double> values, double share);

}  // namespace tfprof
