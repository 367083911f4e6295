// SPDX-License-Identifier: Apache-2.0
#include "base/interner.h"

#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

struct KeyedRow {
  int key = 0;
  int value = 0;

  bool operator==(const KeyedRow& other) const { return key == other.key; }

  size_t Hash() const { return static_cast<size_t>(key % 3); }
};

}  // namespace

TEST_CASE("distinct rows keep the first of equal ones, in order") {
  Interner<KeyedRow> rows;
  CHECK(rows.PlaceOf({7, 1}) == 0);
  CHECK(rows.PlaceOf({4, 2}) == 1);
  CHECK(rows.PlaceOf({7, 3}) == 0);
  CHECK(rows.size() == 2);
  CHECK(rows.Find({4, 5}) == 1);
  CHECK(rows.Find({1, 2}) == rows.kNone);
  CHECK(rows[0].value == 1);
  CHECK(rows[1].value == 2);
  for (int key = 0; key < 1000; ++key) rows.PlaceOf({key, 0});
  CHECK(rows.size() == 1000);
  CHECK(rows.PlaceOf({4, 9}) == 1);
  rows.Freeze();
  std::vector<int> keys;
  rows.ForEach([&](const KeyedRow& row) { keys.push_back(row.key); });
  REQUIRE(keys.size() == 1000);
  CHECK(keys[0] == 7);
  CHECK(keys[1] == 4);
  CHECK(keys[2] == 0);
  std::vector<int> drained;
  rows.Drain([&](const KeyedRow& row) { drained.push_back(row.key); });
  CHECK(drained == keys);
  CHECK(rows.size() == 0);
}

}  // namespace tfprof
