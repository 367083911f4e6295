// SPDX-License-Identifier: Apache-2.0
// Of values in the order in which they were measured; none is NaN.
#pragma once

#include <span>
#include <vector>

namespace tfprof {

// REQUIRES: there is a value.
double MeanOf(std::span<const double> values);

// How much a straight line through the values (least squares) rises from one to
// the next. REQUIRES: there is a value; 0 if it is the only one.
double SlopeOf(std::span<const double> values);

// What a share of the values does not exceed, between two of them where the
// share falls there: 0.5 is the median. REQUIRES: there is a value.
double QuantileOf(std::vector<double> values, double share);

// The same of what the values are a sample of: samples of unlike sizes tell the
// same (Hyndman and Fan 1996, their eighth definition). REQUIRES: there is a
// value.
double SampledQuantileOf(std::vector<double> values, double share);

}  // namespace tfprof
