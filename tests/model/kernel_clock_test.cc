// SPDX-License-Identifier: Apache-2.0
#include "model/kernel_clock.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("clocks differ where first times are an hour apart") {
  constexpr int64_t kOneHour = int64_t{3600} * 1'000'000'000;
  CHECK_FALSE(IsOtherClock(2 * kOneHour, kOneHour + 1));
  CHECK(IsOtherClock(2 * kOneHour, kOneHour));
  CHECK(IsOtherClock(1, kOneHour + 1));
}

TEST_CASE("no kernel begins before its launch, and one with it") {
  // Node 1 was launched 3 and 5 before its kernels, node 2 by 4.
  CHECK(KernelClockOffset({{2, 1190, 1196}, {1, 1000, 1010}, {1, 1100, 1120}},
                          {{1, 13}, {1, 125}, {2, 200}}) == 997);
}

TEST_CASE("a node with several kernels a launch counts the first of each") {
  CHECK(KernelClockOffset({{1, 1000, 1000}, {1, 1100, 1100}},
                          {{1, 100}, {1, 20}, {1, 10}, {1, 110}}) == 1000);
}

TEST_CASE("nodes whose kernels are no multiple of their launches are no help") {
  CHECK(KernelClockOffset({{1, 1000, 1000}, {1, 1100, 1100}, {2, 50, 60}},
                          {{1, 1}, {2, 10}}) == 50);
  // Without a common node the first kernel begins with the first operation.
  CHECK(KernelClockOffset({{1, 1000, 1001}, {1, 1100, 1100}},
                          {{1, 7}, {3, 5}}) == 995);
}

}  // namespace tfprof
