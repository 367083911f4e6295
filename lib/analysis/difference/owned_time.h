// SPDX-License-Identifier: Apache-2.0
// Gives each moment to one of the spans that claim it.
#pragma once

#include <cstdint>
#include <vector>

namespace tfprof {

struct TimeClaim {
  int64_t start = 0;
  int64_t end = 0;
  uint32_t owner = 0;
  uint8_t rank = 0;  // a lower rank takes the moment; below kTimeClaimRanks
};

inline constexpr uint8_t kTimeClaimRanks = 8;

struct OwnedTime {
  static constexpr uint32_t kNobody = UINT32_MAX;

  int64_t start = 0;
  int64_t end = 0;
  uint32_t owner = kNobody;

  int64_t length() const { return end - start; }
};

// Divides [start, end) in order of time. Of claims with the lowest rank the one
// that began last gets a moment; of equals the one that ends first, then the
// first of `claims`. O(n log n).
std::vector<OwnedTime> DivideTime(std::vector<TimeClaim> claims, int64_t start,
                                  int64_t end);

}  // namespace tfprof
