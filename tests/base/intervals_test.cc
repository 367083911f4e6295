// SPDX-License-Identifier: Apache-2.0
#include "base/intervals.h"

#include <random>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("spans that touch or overlap are one") {
  Intervals set;
  set.Add(10, 20);
  set.Add(0, 5);
  set.Add(20, 25);
  set.Add(12, 15);
  set.Add(30, 30);
  set.Add(40, 35);
  set.Normalize();
  REQUIRE(set.spans().size() == 2);
  CHECK(set.Length() == 20);
}

TEST_CASE("lengths and overlaps are those of a set of points") {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    bool in_a[64] = {}, in_b[64] = {};
    Intervals a, b;
    const auto add = [&](Intervals& set, bool* points) {
      const auto start = static_cast<int64_t>(random() % 64);
      const auto end = start + static_cast<int64_t>(random() % 12);
      set.Add(start, std::min<int64_t>(end, 64));
      for (int64_t i = start; i < std::min<int64_t>(end, 64); ++i) {
        points[i] = true;
      }
    };
    for (int i = 0; i < 6; ++i) {
      add(a, in_a);
      add(b, in_b);
    }
    a.Normalize();
    b.Normalize();
    int64_t length = 0, both = 0;
    for (int i = 0; i < 64; ++i) {
      length += in_a[i];
      both += in_a[i] && in_b[i];
    }
    CHECK(a.Length() == length);
    CHECK(a.OverlapWith(b) == both);
    CHECK(b.OverlapWith(a) == both);
  }
}

}  // namespace tfprof
