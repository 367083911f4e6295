// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tfprof {

// Rows that are found by a number of theirs: Key() of a Row.
template <typename Row>
class KeyedRows : public std::vector<Row> {
 public:
  using std::vector<Row>::vector;

  // The first row with that key. REQUIRES: rows are in the order of their keys.
  std::optional<Row> Find(int64_t key) const {
    const auto found = std::lower_bound(
        this->begin(), this->end(), key,
        [](const Row& row, int64_t wanted) { return row.Key() < wanted; });
    if (found == this->end() || found->Key() != key) return std::nullopt;
    return *found;
  }

  // Rows of one key stay in their order.
  void SortByKey() {
    std::stable_sort(
        this->begin(), this->end(),
        [](const Row& a, const Row& b) { return a.Key() < b.Key(); });
  }
};

}  // namespace tfprof
