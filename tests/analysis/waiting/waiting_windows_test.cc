// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/waiting_windows.h"

#include "support/catch.h"
#include "support/waiting_capture.h"

namespace tfprof {

TEST_CASE("a moment counts in each window that holds it") {
  const WindowCover cover({{0, 10, 50}, {1, 30, 60}, {2, 80, 90}});
  CHECK(cover.WindowsAt(9) == 0);
  CHECK(cover.WindowsAt(10) == 1);
  CHECK(cover.WindowsAt(30) == 2);
  CHECK(cover.WindowsAt(50) == 1);
  CHECK(cover.WindowsAt(60) == 0);
  CHECK(cover.LengthPsIn(0, 100) == 40 + 30 + 10);
  CHECK(cover.LengthPsIn(40, 55) == 10 + 15);
  CHECK(cover.LengthPsIn(60, 80) == 0);
  CHECK(cover.LengthPsIn(55, 40) == 0);
  CHECK(WindowCover({}).LengthPsIn(0, 100) == 0);
}

TEST_CASE("the time between windows begins at the latest end so far") {
  const auto between = TimeBetween({{0, 0, 50}, {1, 10, 20}, {2, 60, 70}});
  REQUIRE(between.size() == 1);
  CHECK(between[0].begin_ps == 50);
  CHECK(between[0].end_ps == 60);
  CHECK(between[0].step == kNoRow);
  CHECK(TimeBetween({}).empty());
}

TEST_CASE("windows are those of the chosen steps, in order of time") {
  const auto capture = LoadingCapture();
  CHECK(WindowsOf(*capture, 0, {}).empty());
  const auto windows = WindowsOf(*capture, 0, {1, 0});
  REQUIRE(windows.size() == 2);
  CHECK(windows[0].begin_ps == 0);
  CHECK(windows[0].length_ps() == 100 * kUs);
  CHECK(windows[1].begin_ps == 120 * kUs);
}

}  // namespace tfprof
