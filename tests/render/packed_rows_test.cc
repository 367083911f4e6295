// SPDX-License-Identifier: Apache-2.0
#include "report/packed_rows.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

// The bits of a number after its row is packed and unpacked.
uint64_t BitsOf(double number) {
  Table table{{{"number"}}, {}};
  table.AddRow({number});
  std::vector<Cell> made;
  return std::bit_cast<uint64_t>(
      std::get<double>(PackRows(std::move(table)).RowAt(0, made)[0]));
}

}  // namespace

TEST_CASE("rows are the same when they were packed") {
  Table table{{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}}, {}};
  const std::vector<Cell> row = {"text", int64_t{-3}, 0.25, true, Cell()};
  table.AddRow(row);
  table.AddRow({Cell(), INT64_MIN, 1e300, false, "text"});
  const Table packed = PackRows(std::move(table));
  CHECK(packed.rows.empty());
  REQUIRE(packed.RowCount() == 2);
  std::vector<Cell> made;
  CHECK(packed.RowAt(0, made) == row);
  CHECK(packed.RowAt(1, made)[1] == Cell(INT64_MIN));
  CHECK(packed.RowAt(1, made)[3] == Cell(false));
}

TEST_CASE("real numbers are the same when they were packed") {
  using Limits = std::numeric_limits<double>;
  std::vector<double> numbers = {
      0.0,           -0.0,          1e-9,           -1e-9,  1e-10,   1.0 / 3,
      0.1 + 0.2,     999'999.99,    1e6,            -1e6,   1e9,     1e300,
      Limits::min(), Limits::max(), Limits::denorm_min(), Limits::infinity(),
      -Limits::infinity(), Limits::quiet_NaN(), 123'456.789'012'345};
  for (int64_t ps = 1; ps < 1'000'000'000'000'000; ps = 3 * ps + 1) {
    numbers.push_back(static_cast<double>(ps) / 1e9);
    numbers.push_back(static_cast<double>(ps) / 1e3);
  }
  for (const double number : numbers) {
    CHECK(BitsOf(number) == std::bit_cast<uint64_t>(number));
  }
}

TEST_CASE("a time takes few bytes, whatever its unit") {
  PackedRows rows;
  for (const double time : {9000 / 1e9, 1234 / 1e3, 0.0}) rows.Add({time});
  CHECK(rows.bytes() <= (1 + 3) + (1 + 5) + (1 + 1));
}

TEST_CASE("a table with a very long text stays as it is") {
  Table table{{{"a"}}, {}};
  table.AddRow({std::string(5000, 'x')});
  CHECK(PackRows(std::move(table)).rows.size() == 1);
}

}  // namespace tfprof
