// SPDX-License-Identifier: Apache-2.0
#include "base/statistics.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("a slope is the rise of the line through the values") {
  const std::vector<double> rising = {1, 3, 5, 7};
  CHECK(SlopeOf(rising) == Approx(2));
  const std::vector<double> bent = {0, 0, 3};
  CHECK(SlopeOf(bent) == Approx(1.5));
  const std::vector<double> one = {4};
  CHECK(SlopeOf(one) == 0);
}

TEST_CASE("a quantile stands between the values that it falls between") {
  CHECK(QuantileOf({5}, 0.9) == 5);
  CHECK(QuantileOf({4, 1, 2, 3}, 0.5) == Approx(2.5));
  CHECK(QuantileOf({10, 0}, 0.9) == Approx(9));
  CHECK(QuantileOf({2, 1}, 1) == 2);
}

}  // namespace tfprof
