// SPDX-License-Identifier: Apache-2.0
#include "base/number_column.h"

#include <cstdint>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("a column of zeros takes no memory") {
  NumberColumn column(10);
  column.Set(7, 0);
  column.Add(3, 0);
  CHECK(column.empty());
  CHECK(column.rows() == 0);
  CHECK(!column.HasNumbers());
  CHECK(column[7] == 0);
  CHECK(column.Sum() == 0);
  CHECK(column == NumberColumn());
}

TEST_CASE("a column has room for its rows from the first number on") {
  NumberColumn column(10);
  column.Set(2, 5);
  CHECK(column.rows() == 10);
  CHECK(column[2] == 5);
  CHECK(column[9] == 0);
  CHECK(column[10] == 0);
  column.Set(12, -3);
  CHECK(column.rows() == 13);
  CHECK(column[12] == -3);
  CHECK(column.Sum() == 2);
  column.Set(12, 0);
  column.Set(2, 0);
  CHECK(!column.HasNumbers());
  CHECK(!column.empty());
  CHECK(column == NumberColumn());
}

TEST_CASE("numbers stay what they are when one needs more than four bytes") {
  for (const int64_t large :
       {int64_t{INT32_MAX} + 1, int64_t{INT32_MIN} - 1, INT64_MAX, INT64_MIN}) {
    NumberColumn column;
    column.Set(0, INT32_MAX);
    column.Set(1, INT32_MIN);
    CHECK(column[0] == INT32_MAX);
    CHECK(column[1] == INT32_MIN);
    column.Set(3, large);
    column.Set(5, 1);
    column.Set(1, -1);
    CHECK(column.rows() == 6);
    CHECK(column[0] == INT32_MAX);
    CHECK(column[1] == -1);
    CHECK(column[2] == 0);
    CHECK(column[3] == large);
    CHECK(column[4] == 0);
    CHECK(column[5] == 1);
    column.Set(3, 0);
    CHECK(column[3] == 0);
  }
}

TEST_CASE("sums in a column grow beyond four bytes, and wrap at eight") {
  NumberColumn column;
  column.Add(1, INT32_MAX);
  column.Add(1, INT32_MAX);
  CHECK(column[1] == 2 * int64_t{INT32_MAX});
  column.Set(0, INT64_MAX);
  column.Add(0, 1);
  CHECK(column[0] == INT64_MIN);
}

TEST_CASE("a column is cut after its first rows") {
  for (const int64_t number : {int64_t{7}, INT64_MAX}) {
    NumberColumn column{1, 0, number};
    column.Truncate(5);
    CHECK(column.rows() == 3);
    CHECK(column[2] == number);
    column.Truncate(2);
    CHECK(column.rows() == 2);
    CHECK(column[0] == 1);
    CHECK(column[2] == 0);
    column.Set(2, 3);
    CHECK(column == NumberColumn{1, 0, 3});
    column.Truncate(0);
    CHECK(column == NumberColumn());
  }
}

TEST_CASE("columns are equal if their numbers are") {
  NumberColumn small, large;
  small.Set(0, 1);
  large.Set(0, INT64_MAX);
  CHECK(!(small == large));
  large.Set(0, 1);
  CHECK(small == large);
  small.Set(4, 2);
  CHECK(!(small == large));
}

TEST_CASE("a column has as many bytes a row as its widest number needs") {
  for (const int64_t limit : {int64_t{INT8_MAX}, int64_t{INT16_MAX},
                              int64_t{INT32_MAX}, INT64_MAX / 2}) {
    NumberColumn column;
    for (size_t row = 0; row < 9; ++row) column.Set(row, -int64_t(row));
    for (const int64_t number : {limit, -limit - 1, limit + 1, -limit - 2}) {
      column.Set(9, number);
      CHECK(column[9] == number);
      column.Set(4, -4);
      column.Add(9, -number);
      CHECK(column[9] == 0);
    }
    for (size_t row = 0; row < 9; ++row) CHECK(column[row] == -int64_t(row));
    CHECK(column.rows() == 10);
    CHECK(column.Sum() == -36);
  }
}

}  // namespace tfprof
