// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <tsl/robin_map.h>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("keys that differ in high bits only do not blow a map up") {
  constexpr uint64_t kKeys = 50'000;
  tsl::robin_map<uint64_t, int, IntHash> map;
  for (uint64_t key = 0; key < kKeys; ++key) map[key << 32] = 1;
  CHECK(map.size() == kKeys);
  CHECK(map.bucket_count() < 8 * kKeys);
}

TEST_CASE("different keys keep different hashes") {
  CHECK(IntHash()(1) != IntHash()(2));
  CHECK(IntHash()(1) == IntHash()(1));
}

}  // namespace tfprof
