// SPDX-License-Identifier: Apache-2.0
#include "base/value_column.h"

#include <random>
#include <vector>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("a column of values holds what a vector holds") {
  std::mt19937 random(1);
  for (const unsigned kinds : {1u, 2u, 1000u}) {
    for (const size_t rows : {0, 1, 2, 255, 256, 257, 5000}) {
      ValueColumn<int> column;
      std::vector<int> expected;
      const auto value = [&] {
        // Long stretches of one value, so that blocks are alike or not.
        return random() % 200 > 0 ? 7 : static_cast<int>(random() % kinds);
      };
      for (size_t row = 0; row < rows; ++row) {
        expected.push_back(value());
        column.push_back(expected.back());
      }
      for (size_t i = 0; i < rows / 50; ++i) {
        const size_t row = random() % rows;
        expected[row] = value();
        column.Set(row, expected[row]);
        expected.push_back(value());
        column.push_back(expected.back());
      }
      REQUIRE(column.size() == expected.size());
      bool is_equal = true;
      for (size_t row = 0; row < expected.size(); ++row) {
        is_equal &= column[row] == expected[row];
      }
      CHECK(is_equal);
    }
  }
}

TEST_CASE("a column that grows at once is filled with one value") {
  ValueColumn<int> column = {1, 2};
  column.resize(600, 5);
  column.Set(599, 6);
  column.push_back(8);
  CHECK(column[1] == 2);
  CHECK(column[2] == 5);
  CHECK(column[598] == 5);
  CHECK(column[599] == 6);
  CHECK(column[600] == 8);
  column.resize(3);
  CHECK(column.size() == 601);
  CHECK(column == column);
  CHECK_FALSE(column == ValueColumn<int>{1, 2});
}

}  // namespace tfprof
