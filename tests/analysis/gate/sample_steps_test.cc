// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/sample_steps.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("few steps are all taken, in order") {
  CHECK(SampleSteps({5, 1, 3}, 3) == std::vector<int64_t>{1, 3, 5});
  CHECK(SampleSteps({}, 3).empty());
}

TEST_CASE("of many steps there is a sample, always the same, at no stride") {
  std::vector<int64_t> steps(5000);
  std::iota(steps.begin(), steps.end(), int64_t{100});
  const std::vector<int64_t> sample = SampleSteps(steps, 250);
  CHECK(SampleSteps(steps, 250) == sample);
  // Whatever order they are found in.
  std::vector<int64_t> turned = steps;
  std::reverse(turned.begin(), turned.end());
  CHECK(SampleSteps(turned, 250) == sample);
  REQUIRE(sample.size() == 250);
  CHECK(std::adjacent_find(sample.begin(), sample.end(),
                           std::greater_equal<>()) == sample.end());
  CHECK(sample.front() >= 100);
  CHECK(sample.back() < 5100);
  // Every n-th step has about its share of the sample.
  for (int64_t period = 2; period <= 20; ++period) {
    CAPTURE(period);
    std::vector<size_t> of_phase(static_cast<size_t>(period));
    for (const int64_t step : sample) {
      ++of_phase[static_cast<size_t>(step % period)];
    }
    const auto share = static_cast<size_t>(250 / period);
    const auto [least, most] =
        std::minmax_element(of_phase.begin(), of_phase.end());
    CHECK(*least >= share / 4);
    CHECK(*most <= 2 * share + 5);
  }
}

}  // namespace tfprof
