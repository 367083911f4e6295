// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <set>
#include <string>

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

TEST_CASE("texts that differ in one byte, or in length, have other hashes") {
  std::set<size_t> hashes;
  for (size_t size = 0; size < 200; ++size) {
    std::string text(size, '\0');
    hashes.insert(TextHash()(text));
    for (char& byte : text) {
      byte = 'x';
      hashes.insert(TextHash()(text));
      byte = '\0';
    }
  }
  CHECK(hashes.size() == 200 + 200 * 199 / 2);
}

}  // namespace tfprof
