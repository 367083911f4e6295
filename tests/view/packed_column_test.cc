// SPDX-License-Identifier: Apache-2.0
#include "view/packed_column.h"

#include <cstdint>
#include <vector>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("a packed column has the numbers that it was made of") {
  const std::vector<std::vector<int64_t>> columns = {
      {},        {0},           {0, 0, 0},
      {1},       {0, 5, 0, -7}, {INT64_MIN, 0, INT64_MAX},
      {1, 2, 3}, {0, 0, 0, 9},  {5, 5, 5, 0, 5, 5},
      {7, 5, 3, 3, 3, 0, 3, 4, 5, INT64_MIN, INT64_MAX, -2, -3}};
  const auto column_of = [](const std::vector<int64_t>& values) {
    NumberColumn column(values.size());
    for (size_t row = 0; row < values.size(); ++row) {
      column.Set(row, values[row]);
    }
    return column;
  };
  for (const std::vector<int64_t>& values : columns) {
    const PackedColumn packed(column_of(values), values.size());
    CHECK(packed.Unpacked() == column_of(values));
    CHECK(packed.empty() == values.empty());
    PackedColumn::Reader reader(packed);
    for (size_t row = 0; row < values.size(); ++row) {
      CHECK(reader.At(row) == values[row]);
    }
    CHECK(reader.At(values.size()) == 0);
    CHECK(reader.At(values.size() + 7) == 0);
    for (const std::vector<int64_t>& other : columns) {
      CHECK((packed == PackedColumn(column_of(other), other.size())) ==
            (values == other));
    }
  }
  CHECK(PackedColumn().Unpacked().empty());
}

}  // namespace tfprof
