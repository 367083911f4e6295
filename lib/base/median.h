// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace tfprof {

// The middle one, or the mean of the two in the middle. REQUIRES: there is one.
double Median(std::vector<double> values);

// The same, which leaves them in another order.
double MedianInPlace(std::span<double> values);

}  // namespace tfprof
