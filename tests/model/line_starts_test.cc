// SPDX-License-Identifier: Apache-2.0
#include "model/line_starts.h"

#include <cstdint>
#include <vector>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("starts of a line come back as they were added") {
  const std::vector<LaunchTime> times = {
      {UINT64_MAX, 1'700'000'000'000'000'000, 1'700'000'000'000'000'500},
      {0, 5, 5},
      {7, -3, 12},
      {1, INT64_MAX, INT64_MIN},
      {2, INT64_MIN, INT64_MAX},
      {3, 0, 0},
  };
  for (size_t size = 0; size <= times.size(); ++size) {
    LineStarts starts;
    for (size_t i = 0; i < size; ++i) starts.Add(times[i]);
    CHECK(starts.size() == size);
    size_t at = 0;
    starts.ForEach([&](const LaunchTime& time) {
      CHECK(time.node == times[at].node);
      CHECK(time.start == times[at].start);
      CHECK(time.op_start == times[at].op_start);
      ++at;
    });
    CHECK(at == size);
  }
}

}  // namespace tfprof
