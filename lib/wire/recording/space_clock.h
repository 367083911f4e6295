// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace tfprof {

// From times of a file to picoseconds since the recording began. Times
// beyond 64 bits become the largest time, which no run has.
class SpaceClock {
 public:
  explicit SpaceClock(int64_t base_ns = 0) : base_ns_(base_ns) {}

  int64_t BeginPs(int64_t timestamp_ns, int64_t offset_ps) const {
    return Limited((Wide{timestamp_ns} - base_ns_) * 1000 + offset_ps);
  }

  static int64_t EndPs(int64_t begin_ps, int64_t duration_ps) {
    return Limited(Wide{begin_ps} + duration_ps);
  }

 private:
  __extension__ using Wide = __int128;

  // Far enough from the limits that differences fit.
  static constexpr int64_t kMost = INT64_MAX / 4;

  static int64_t Limited(Wide ps) {
    return static_cast<int64_t>(std::clamp<Wide>(ps, -kMost, kMost));
  }

  int64_t base_ns_;
};

}  // namespace tfprof
