// SPDX-License-Identifier: Apache-2.0
#include "recorded/time_union.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("a union counts a moment once") {
  const TimeUnion times({{50, 60}, {10, 20}, {15, 30}, {30, 40}, {70, 70}});
  CHECK(times.spans() == std::vector<TimeSpan>{{10, 40}, {50, 60}});
  CHECK(times.LengthPs() == 40);
}

TEST_CASE("a union tells what lies between two moments") {
  const TimeUnion times({{10, 20}, {30, 40}});
  CHECK(times.LengthPsIn(0, 100) == 20);
  CHECK(times.LengthPsIn(15, 35) == 10);
  CHECK(times.LengthPsIn(20, 30) == 0);
  CHECK(times.LengthPsIn(12, 13) == 1);
  CHECK(times.LengthPsIn(13, 12) == 0);
  CHECK(TimeUnion().LengthPsIn(0, 100) == 0);
}

}  // namespace tfprof
