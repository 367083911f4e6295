// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "base/numbers.h"

namespace tfprof {

// Numbers by row, each 0 until it is set. A column takes no memory while all
// are 0, and four bytes a row while they fit in these: many measures are of few
// nodes, or small.
class NumberColumn {
 public:
  NumberColumn() = default;

  // With room for `rows` from the first number on.
  explicit NumberColumn(size_t rows) : expected_(rows) {}

  NumberColumn(std::initializer_list<int64_t> numbers)
      : expected_(numbers.size()) {
    size_t row = 0;
    for (const int64_t number : numbers) Set(row++, number);
  }

  int64_t operator[](size_t row) const {
    if (row >= rows_) return 0;
    return is_large_ ? large_[row] : small_[row];
  }

  void Set(size_t row, int64_t value) {
    if (row >= rows_) {
      if (value != 0) SetNew(row, value);
    } else if (is_large_) {
      large_[row] = value;
    } else if (value == static_cast<int32_t>(value)) {
      small_[row] = static_cast<int32_t>(value);
    } else {
      SetNew(row, value);
    }
  }

  // Sums wrap.
  void Add(size_t row, int64_t more) {
    if (row < rows_ && is_large_) {
      large_[row] = WrapAdd(large_[row], more);
    } else {
      Set(row, WrapAdd((*this)[row], more));
    }
  }

  // Forgets what is behind the first `rows`.
  void Truncate(size_t rows) {
    expected_ = std::min(expected_, rows);
    if (rows >= rows_) return;
    rows_ = rows;
    if (is_large_) {
      large_.resize(rows);
    } else {
      small_.resize(rows);
    }
  }

  void shrink_to_fit() {
    small_.shrink_to_fit();
    large_.shrink_to_fit();
  }

  // That have memory: all behind are 0.
  size_t rows() const { return rows_; }

  // Whether there was never a number but 0, so that it takes no memory.
  bool empty() const { return rows_ == 0; }

  // Whether some number is not 0.
  bool HasNumbers() const {
    const auto is_number = [](int64_t value) { return value != 0; };
    return std::any_of(small_.begin(), small_.end(), is_number) ||
           std::any_of(large_.begin(), large_.end(), is_number);
  }

  int64_t Sum() const {
    int64_t sum = 0;
    for (size_t row = 0; row < rows_; ++row) sum = WrapAdd(sum, (*this)[row]);
    return sum;
  }

  friend bool operator==(const NumberColumn& a, const NumberColumn& b) {
    const size_t rows = std::max(a.rows(), b.rows());
    for (size_t row = 0; row < rows; ++row) {
      if (a[row] != b[row]) return false;
    }
    return true;
  }

 private:
  // A number that there is no memory for yet, or that takes more.
  void SetNew(size_t row, int64_t value) {
    if (!is_large_ && value != static_cast<int32_t>(value)) {
      is_large_ = true;
      large_.reserve(std::max({row + 1, expected_, small_.capacity()}));
      large_.assign(small_.begin(), small_.end());
      small_ = std::vector<int32_t>();
    }
    if (row == rows_ && rows_ >= expected_) {
      // The next one, as of a table that grows.
      ++rows_;
      if (is_large_) {
        large_.push_back(value);
      } else {
        small_.push_back(static_cast<int32_t>(value));
      }
      return;
    }
    if (row >= rows_) {
      rows_ = std::max(row + 1, expected_);
      if (is_large_) {
        large_.resize(rows_);
      } else {
        small_.resize(rows_);
      }
    }
    Set(row, value);
  }

  size_t expected_ = 0;
  size_t rows_ = 0;  // of the one that has any
  bool is_large_ = false;
  std::vector<int32_t> small_;
  std::vector<int64_t> large_;
};

}  // namespace tfprof
