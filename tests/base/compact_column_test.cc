// SPDX-License-Identifier: Apache-2.0
#include "base/compact_column.h"

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "base/ids.h"
#include "support/catch.h"

namespace tfprof {

namespace {

// Values that are alike, near each other, or anything.
template <typename T>
T AnyOf(std::mt19937_64& random, size_t kind, size_t row) {
  using Limits = std::numeric_limits<T>;
  switch (kind) {
    case 0:
      return T{7};
    case 1:
      return static_cast<T>(row);
    case 2:
      return static_cast<T>(Limits::max() - static_cast<T>(random() % 300));
    case 3:
      return static_cast<T>(Limits::min() + static_cast<T>(random() % 70000));
    default:
      return static_cast<T>(random());
  }
}

template <typename T>
void HoldsWhatAVectorHolds() {
  std::mt19937_64 random(1);
  for (size_t kind = 0; kind < 6; ++kind) {
    for (const size_t rows : {0, 1, 2, 255, 256, 257, 3000}) {
      CompactColumn<T> column;
      std::vector<T> expected;
      // The last kind changes from stretch to stretch.
      const auto value = [&](size_t row) {
        return AnyOf<T>(random, kind < 5 ? kind : row / 100 % 5, row);
      };
      for (size_t row = 0; row < rows; ++row) {
        expected.push_back(value(row));
        column.push_back(expected.back());
      }
      const CompactColumn<T> copy = column;
      CHECK(copy == column);
      for (size_t i = 0; i < rows; ++i) {
        const size_t row = random() % rows;
        expected[row] = value(random() % rows);
        column.Set(row, expected[row]);
        expected.push_back(value(i));
        column.push_back(expected.back());
      }
      REQUIRE(column.size() == expected.size());
      bool is_equal = true;
      for (size_t row = 0; row < expected.size(); ++row) {
        is_equal &= column[row] == expected[row];
      }
      CHECK(is_equal);
      CHECK((rows == 0 || !(copy == column)));
    }
  }
}

}  // namespace

TEST_CASE("a compact column holds what a vector holds") {
  HoldsWhatAVectorHolds<int64_t>();
  HoldsWhatAVectorHolds<uint32_t>();
  HoldsWhatAVectorHolds<int32_t>();
}

TEST_CASE("a compact column of ids has invalid ones beside the others") {
  CompactColumn<StringId> column;
  for (size_t row = 0; row < 1000; ++row) {
    column.push_back(row % 3 == 0 ? StringId() : StringId(row));
  }
  column.Set(5, StringId(StringId::kNone - size_t{1}));
  column.Set(10, StringId());
  CHECK_FALSE(column[0].valid());
  CHECK(column[1] == StringId(size_t{1}));
  CHECK(column[5].value == StringId::kNone - 1);
  CHECK_FALSE(column[10].valid());
  CHECK_FALSE(column[999].valid());
  CHECK(column[998] == StringId(size_t{998}));
}

TEST_CASE("a compact column that grows at once is filled with one value") {
  CompactColumn<int> column = {1, 2};
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
  CHECK_FALSE(column == CompactColumn<int>{1, 2});
}

}  // namespace tfprof
