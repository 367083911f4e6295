// SPDX-License-Identifier: Apache-2.0
#include "base/table_index.h"

#include <string>
#include <vector>

#include "base/hash.h"
#include "support/catch.h"

namespace tfprof {

TEST_CASE("a table index finds each of many rows and no other") {
  constexpr uint32_t kRows = 10'000;
  std::vector<std::string> rows;
  TableIndex index;
  const auto add = [&](const std::string& text) {
    const auto next = static_cast<uint32_t>(rows.size());
    const uint32_t row = index.FindOrAdd(
        TextHash()(text), next, [&](uint32_t at) { return rows[at] == text; });
    if (row == next) rows.push_back(text);
    return row;
  };
  const auto find = [&](const std::string& text) {
    return index.Find(TextHash()(text),
                      [&](uint32_t at) { return rows[at] == text; });
  };
  CHECK(find("row 0") == TableIndex::kNone);
  size_t wrong = 0;
  for (uint32_t i = 0; i < kRows; ++i) {
    wrong += add("row " + std::to_string(i)) != i;
  }
  for (uint32_t i = 0; i < kRows; ++i) {
    wrong += add("row " + std::to_string(i)) != i;
    wrong += find("row " + std::to_string(i)) != i;
  }
  CHECK(wrong == 0);
  CHECK(rows.size() == kRows);
  CHECK(find("row " + std::to_string(kRows)) == TableIndex::kNone);
}

TEST_CASE("rows of one hash are told apart") {
  const std::vector<int> rows = {7, 8, 9};
  TableIndex index;
  for (uint32_t row = 0; row < rows.size(); ++row) {
    CHECK(index.FindOrAdd(1, row, [&](uint32_t at) {
      return rows[at] == rows[row];
    }) == row);
  }
  CHECK(index.Find(1, [&](uint32_t at) { return rows[at] == 9; }) == 2);
  CHECK(index.Find(1, [&](uint32_t at) { return rows[at] == 6; }) ==
        TableIndex::kNone);
}

}  // namespace tfprof
