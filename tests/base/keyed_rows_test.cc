// SPDX-License-Identifier: Apache-2.0
#include "base/keyed_rows.h"

#include <cstdint>

#include "support/catch.h"

namespace tfprof {

namespace {

struct Numbered {
  int64_t number = 0;
  int text = 0;

  int64_t Key() const { return number; }
};

}  // namespace

TEST_CASE("rows are found by their key, the first of equals") {
  KeyedRows<Numbered> rows = {{5, 1}, {2, 2}, {5, 3}};
  rows.SortByKey();
  REQUIRE(rows.Find(5));
  CHECK(rows.Find(5)->text == 1);
  CHECK(rows.Find(2)->text == 2);
  CHECK_FALSE(rows.Find(3));
  CHECK_FALSE(rows.Find(9));
}

}  // namespace tfprof
