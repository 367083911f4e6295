// SPDX-License-Identifier: Apache-2.0
#include "base/median.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("the median is in the middle, whatever the order") {
  CHECK(Median({3}) == 3);
  CHECK(Median({5, 1, 3}) == 3);
  CHECK(Median({4, 1, 3, 2}) == 2.5);
  CHECK(Median({2, 2, -8, 100}) == 2);
}

}  // namespace tfprof
