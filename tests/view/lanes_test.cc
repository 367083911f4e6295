// SPDX-License-Identifier: Apache-2.0
#include "view/timeline/lanes.h"

#include <algorithm>
#include <random>
#include <vector>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("whatever is put into lanes takes the first that is free") {
  std::mt19937 random(1);
  for (const unsigned longest : {1u, 10u, 2000u}) {
    Lanes<int64_t> lanes(INT64_MAX);
    std::vector<int64_t> ends;
    for (int i = 0; i < 3000; ++i) {
      const int64_t latest = random() % 1000;
      const int64_t end = latest + random() % longest;
      const auto free =
          std::find_if(ends.begin(), ends.end(),
                       [&](int64_t last) { return last <= latest; });
      const auto expected = static_cast<size_t>(free - ends.begin());
      if (free == ends.end()) ends.push_back(0);
      ends[expected] = end;
      REQUIRE(lanes.Take(latest, end) == expected);
    }
  }
}

TEST_CASE("the last moment of all ends lanes, too") {
  Lanes<int64_t> lanes(INT64_MAX);
  CHECK(lanes.Take(0, INT64_MAX) == 0);
  CHECK(lanes.Take(5, INT64_MIN) == 1);
  CHECK(lanes.Take(INT64_MIN, 3) == 1);
  CHECK(lanes.Take(INT64_MAX, 4) == 0);
}

}  // namespace tfprof
