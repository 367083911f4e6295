// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/sample_steps.h"

#include <algorithm>
#include <random>
#include <utility>

namespace tfprof {

std::vector<int64_t> SampleSteps(std::vector<int64_t> steps, size_t most) {
  std::sort(steps.begin(), steps.end());
  if (steps.size() <= most) return steps;
  std::mt19937_64 random(steps.size());
  for (size_t i = 0; i < most; ++i) {
    std::swap(steps[i], steps[i + random() % (steps.size() - i)]);
  }
  steps.resize(most);
  std::sort(steps.begin(), steps.end());
  return steps;
}

}  // namespace tfprof
