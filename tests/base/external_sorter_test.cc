// SPDX-License-Identifier: Apache-2.0
#include "base/external_sorter.h"

#include <random>

#include "support/catch.h"

namespace tfprof {

namespace {

struct Sorted {
  int64_t key = 0;
  int64_t value = 0;

  bool operator<(const Sorted& other) const { return key < other.key; }
};

std::vector<int64_t> KeysOf(ExternalSorter<Sorted>& file) {
  std::vector<int64_t> keys;
  REQUIRE(file.ForEach([&](const Sorted& row) {
    CHECK(row.value == row.key + 1);
    keys.push_back(row.key);
  }));
  return keys;
}

}  // namespace

TEST_CASE("rows come in order, however many runs they fill") {
  std::mt19937_64 random(1);
  for (const size_t count : {0, 1, 7, 8, 2000, 5003}) {
    CAPTURE(count);
    ExternalSorter<Sorted> file(8);
    std::vector<int64_t> expected;
    for (size_t i = 0; i < count; ++i) {
      const auto key = static_cast<int64_t>(random() % 1000);
      expected.push_back(key);
      REQUIRE(file.Add({key, key + 1}));
    }
    std::sort(expected.begin(), expected.end());
    CHECK(KeysOf(file) == expected);
    CHECK(KeysOf(file) == expected);  // again
  }
}

}  // namespace tfprof
