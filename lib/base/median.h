// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace tfprof {

// The middle value, or the mean of the two in the middle. REQUIRES: not empty.
double Median(std::vector<double> values);

// The same in place: reorders the values.
double MedianInPlace(std::span<double> values);

}  // namespace tfprof
