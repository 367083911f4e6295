// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/device_clock.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("moments between two known ones lie on a straight line") {
  DeviceClock clock;
  clock.Add(200, 1400);
  clock.Add(100, 1000);
  clock.Add(150, 900);  // the device's clock does not go back
  clock.Finish();
  CHECK(clock.ToDevice(100) == 1000);
  CHECK(clock.ToDevice(125) == 1100);
  CHECK(clock.ToDevice(50) == 950);
  CHECK(clock.ToDevice(210) == 1410);
}

TEST_CASE("without a known moment the clocks are one") {
  DeviceClock clock;
  clock.Finish();
  CHECK(clock.ToDevice(7) == 7);
}

}  // namespace tfprof
