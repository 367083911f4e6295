// SPDX-License-Identifier: Apache-2.0
#include "base/statistics.h"

#include <cstdint>
#include <vector>

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

TEST_CASE("samples of unlike sizes tell the same quantile") {
  CHECK(SampledQuantileOf({5}, 0.9) == 5);
  CHECK(SampledQuantileOf({4, 1, 2, 3}, 0.5) == Approx(2.5));
  // At 9.6333 of 10.
  CHECK(SampledQuantileOf({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0.9) ==
        Approx(9.6333).epsilon(1e-4));
  // Samples of a uniform distribution on 0 to 1, whose quantile is 0.9.
  uint64_t state = 1;
  const auto share_below = [&](size_t size) {
    constexpr int kSamples = 4000;
    int below = 0;
    for (int sample = 0; sample < kSamples; ++sample) {
      std::vector<double> values;
      for (size_t i = 0; i < size; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        values.push_back(static_cast<double>(state >> 11) * 0x1p-53);
      }
      below += SampledQuantileOf(values, 0.9) < 0.9 ? 1 : 0;
    }
    return static_cast<double>(below) / kSamples;
  };
  CHECK(share_below(11) == Approx(0.5).margin(0.04));
  CHECK(share_below(49) == Approx(0.5).margin(0.04));
}

}  // namespace tfprof
