// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tfprof {

// The data that a command needs from its dump. A view needs one step or the
// average of all, so its memory does not grow with the number of steps.
struct LoadSpec {
  enum class Steps : uint8_t { kEach, kOnlyOne, kSumOfAll, kSumOfChosen };

  // For a profile.
  Steps steps = Steps::kEach;
  int64_t only = 0;  // of kOnlyOne
  // Also keeps the RecordTable, attributes and the string table. Not with sums.
  bool records = false;
  std::vector<int64_t> chosen = {};  // of kSumOfChosen, ascending
  bool float_ops = false;            // by Rules::counted_flops; takes time

  // For the records of one step.
  bool memory = false;
  bool shapes = false;
  // If false, inputs are dropped from the first record on that lists
  // allocations: inputs only tell the lifetimes of buffers if allocations do
  // not.
  bool inputs_beside_allocations = true;

  bool AreSums() const {
    return steps == Steps::kSumOfAll || steps == Steps::kSumOfChosen;
  }

  bool Has(int64_t step) const {
    if (steps == Steps::kOnlyOne) return step == only;
    return steps != Steps::kSumOfChosen ||
           std::binary_search(chosen.begin(), chosen.end(), step);
  }
};

}  // namespace tfprof
