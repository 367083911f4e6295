// SPDX-License-Identifier: Apache-2.0
#include "analysis/difference/owned_time.h"

#include <random>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

// The owner of a moment by the words of the header, looked up one by one.
uint32_t OwnerAt(const std::vector<TimeClaim>& claims, int64_t at) {
  const TimeClaim* best = nullptr;
  for (const TimeClaim& claim : claims) {
    if (claim.start > at || claim.end <= at) continue;
    const bool wins = best == nullptr || claim.rank < best->rank ||
                      (claim.rank == best->rank &&
                       (claim.start > best->start ||
                        (claim.start == best->start && claim.end < best->end)));
    if (wins) best = &claim;
  }
  return best == nullptr ? OwnedTime::kNobody : best->owner;
}

}  // namespace

TEST_CASE("the latest claim of the lowest rank owns a moment") {
  const std::vector<OwnedTime> owned =
      DivideTime({{0, 10, 1, 1}, {4, 6, 2, 1}, {5, 12, 3, 2}}, 0, 15);
  REQUIRE(owned.size() == 5);
  CHECK(owned[0].owner == 1);
  CHECK(owned[1].owner == 2);
  CHECK(owned[1].length() == 2);
  CHECK(owned[2].owner == 1);
  CHECK(owned[3].owner == 3);
  CHECK(owned[4].owner == OwnedTime::kNobody);
  CHECK(owned[4].end == 15);
}

TEST_CASE("time is divided as moment by moment") {
  std::mt19937 random(7);
  for (int turn = 0; turn < 200; ++turn) {
    std::vector<TimeClaim> claims;
    for (uint32_t i = 0; i < random() % 12; ++i) {
      const auto start = static_cast<int64_t>(random() % 40);
      claims.push_back({start, start + static_cast<int64_t>(random() % 12), i,
                        static_cast<uint8_t>(random() % 3)});
    }
    int64_t at = 0;
    for (const OwnedTime& time : DivideTime(claims, 0, 45)) {
      CHECK(time.start == at);
      for (; at < time.end; ++at) CHECK(OwnerAt(claims, at) == time.owner);
    }
    CHECK(at == 45);
  }
}

}  // namespace tfprof
