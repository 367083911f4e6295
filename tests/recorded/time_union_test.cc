// SPDX-License-Identifier: Apache-2.0
#include "recorded/time_union.h"

#include <algorithm>
#include <cstdint>
#include <vector>

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

TEST_CASE("a union of two is that of all their spans") {
  std::vector<TimeSpan> even, odd, all;
  for (int64_t i = 0; i < 100; ++i) {
    // Every fifth span touches the next one.
    const TimeSpan span{10 * i, 10 * i + (i % 5 == 0 ? 10 : 7)};
    (i % 2 == 0 ? even : odd).push_back(span);
    all.push_back(span);
  }
  const TimeUnion both = TimeUnion::Of(TimeUnion(even), TimeUnion(odd));
  const TimeUnion at_once(all);
  CHECK(both.spans() == at_once.spans());
  CHECK(both.LengthPs() == 20 * 10 + 80 * 7);
  for (int64_t end = 0; end < 1010; ++end) {
    int64_t length_ps = 0;
    for (const TimeSpan& span : all) {
      length_ps += std::clamp<int64_t>(end - span.begin_ps, 0, span.length_ps());
    }
    CHECK(both.LengthPsIn(0, end) == length_ps);
  }
  CHECK(TimeUnion::Of(both, {}).spans() == both.spans());
  CHECK(TimeUnion::Of({}, both).spans() == both.spans());
}

}  // namespace tfprof
