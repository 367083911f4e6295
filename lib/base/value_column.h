// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace tfprof {

// Values by row. They lie in blocks, and one whose rows are all alike takes
// next to nothing: what millions of records do not say costs no memory. Nothing
// is copied as a column grows.
template <typename T>
class ValueColumn {
 public:
  ValueColumn() = default;

  ValueColumn(std::initializer_list<T> values) {
    for (const T& value : values) push_back(value);
  }

  size_t size() const { return size_; }

  const T& operator[](size_t row) const {
    const Block& block = blocks_[row / kRows];
    return block.rows.empty() ? block.value : block.rows[row % kRows];
  }

  void push_back(const T& value) {
    const size_t in_block = size_++ % kRows;
    if (in_block == 0) {
      blocks_.push_back({value, {}});
      return;
    }
    Block& block = blocks_.back();
    if (block.rows.empty()) {
      if (value == block.value) return;
      // A short column has a block that is not full.
      block.rows.reserve(blocks_.size() == 1 ? in_block + 1 : kRows);
      block.rows.assign(in_block, block.value);
    }
    block.rows.push_back(value);
  }

  void Set(size_t row, const T& value) {
    Block& block = blocks_[row / kRows];
    if (block.rows.empty()) {
      if (value == block.value) return;
      const bool is_last = row / kRows + 1 == blocks_.size();
      block.rows.assign(is_last ? (size_ - 1) % kRows + 1 : kRows, block.value);
    }
    block.rows[row % kRows] = value;
  }

  void resize(size_t rows, const T& value = T()) {
    while (size_ < rows) push_back(value);
  }

  friend bool operator==(const ValueColumn& a, const ValueColumn& b) {
    if (a.size() != b.size()) return false;
    for (size_t row = 0; row < a.size(); ++row) {
      if (!(a[row] == b[row])) return false;
    }
    return true;
  }

 private:
  static constexpr size_t kRows = 256;

  struct Block {
    T value;              // of all rows, if
    std::vector<T> rows;  // is empty
  };

  size_t size_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace tfprof
