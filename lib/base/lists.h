// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tfprof {

// A list per row in two flat vectors: no allocation per row. Rows are filled
// in order: push the items of a row, then EndRow().
template <typename T>
class Lists {
 public:
  Lists() = default;

  // From all items, row after row, and the end of each row among them.
  Lists(std::vector<T> items, std::vector<uint64_t> ends)
      : items_(std::move(items)), ends_(std::move(ends)) {}

  void Push(const T& item) { items_.push_back(item); }

  void ReserveRows(size_t rows) { ends_.reserve(rows); }

  void EndRow() { ends_.push_back(items_.size()); }

  void AddRow(std::span<const T> row) {
    items_.insert(items_.end(), row.begin(), row.end());
    EndRow();
  }

  std::span<const T> operator[](size_t row) const {
    const size_t begin = row == 0 ? 0 : ends_[row - 1];
    return {items_.data() + begin, ends_[row] - begin};
  }

  size_t size() const { return ends_.size(); }

  void Clear() {
    items_.clear();
    ends_.clear();
  }

  void shrink_to_fit() {
    items_.shrink_to_fit();
    ends_.shrink_to_fit();
  }

 private:
  std::vector<T> items_;
  std::vector<uint64_t> ends_;  // one past the last item of each row
};

}  // namespace tfprof
