// SPDX-License-Identifier: Apache-2.0
#include "base/column.h"

#include <cstdint>
#include <limits>
#include <string_view>

#include "base/ids.h"
#include "support/catch.h"

namespace tfprof {

TEST_CASE("rows that were never set read as nothing and take no memory") {
  Column<int64_t> column(10);
  CHECK(column.empty());
  CHECK(column[9] == 0);
  column.Set(3, 0);
  CHECK(column.empty());
  column.Set(3, 7);
  CHECK(column.size() == 4);
  CHECK(column[2] == 0);
  CHECK(column[3] == 7);
  CHECK(column[4] == 0);
  column.Set(3, 0);
  CHECK_FALSE(column.HasValues());
  CHECK(column == Column<int64_t>());
  CHECK_FALSE(Column<StringId>()[0].valid());
  CHECK(Column<std::string_view>()[5].empty());
}

TEST_CASE("numbers of a column are added up, and wrap") {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  Column<int64_t> column;
  column.Add(1, 5);
  column.Add(1, -2);
  column.Add(0, kMost);
  column.Add(0, 1);
  CHECK(column == Column<int64_t>{std::numeric_limits<int64_t>::min(), 3});
  CHECK(column.Sum() == std::numeric_limits<int64_t>::min() + 3);
}

TEST_CASE("columns are equal if all rows are, whatever memory they take") {
  Column<int> column = {1, 2};
  column.resize(4);
  CHECK(column == Column<int>{1, 2});
  CHECK_FALSE(column == Column<int>{1, 2, 0, 1});
  column.resize(5, 3);
  CHECK(column[4] == 3);
  column.Truncate(2);
  CHECK(column.size() == 2);
  column.push_back(9);
  CHECK(column[2] == 9);
}

}  // namespace tfprof
