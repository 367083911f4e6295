// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/file_notices.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("texts of the profiler say how many events were dropped") {
  CHECK(DroppedIn("312000 events were dropped") == 312000);
  CHECK(DroppedIn("1,234 events of 3 threads dropped.") == 1234);
  CHECK(DroppedIn("events dropped: 17") == 17);
  CHECK(DroppedIn("See chapter 3. Events were dropped") == 0);
  CHECK(DroppedIn("nothing was lost") == 0);
  CHECK(DroppedIn("dropped") == 0);
}

}  // namespace tfprof
