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
      {1, 2, 3}, {0, 0, 0, 9}};
  for (const std::vector<int64_t>& values : columns) {
    const PackedColumn packed(values);
    CHECK(packed.Unpacked() == values);
    CHECK(packed.empty() == values.empty());
    PackedColumn::Reader reader(packed);
    for (size_t row = 0; row < values.size(); ++row) {
      CHECK(reader.At(row) == values[row]);
    }
    CHECK(reader.At(values.size()) == 0);
    CHECK(reader.At(values.size() + 7) == 0);
    for (const std::vector<int64_t>& other : columns) {
      CHECK((packed == PackedColumn(other)) == (values == other));
    }
  }
  CHECK(PackedColumn().Unpacked().empty());
}

}  // namespace tfprof
