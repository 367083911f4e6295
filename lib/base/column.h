// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <vector>

#include "base/numbers.h"

namespace tfprof {

// Values by row. Rows beyond the last one that was set read as T(), and setting
// T() there takes no memory: a measure that no node has costs nothing.
template <typename T>
class Column {
 public:
  // The result of reading a row: a copy, unless copies are large.
  using Value = std::conditional_t<sizeof(T) <= 2 * sizeof(void*), T, const T&>;

  Column() = default;

  // Allocates room for `rows` when the first value is set.
  explicit Column(size_t rows) : expected_(rows) {}

  Column(std::initializer_list<T> values) : values_(values) {}

  // The rows that take memory.
  size_t size() const { return values_.size(); }

  bool empty() const { return values_.empty(); }

  Value operator[](size_t row) const {
    if (row < values_.size()) [[likely]] {
      return values_[row];
    }
    static constexpr T kNone = T();
    return kNone;
  }

  void push_back(const T& value) { values_.push_back(value); }

  void reserve(size_t rows) { values_.reserve(rows); }

  void Set(size_t row, const T& value) {
    if (row < values_.size()) [[likely]] {
      values_[row] = value;
    } else if (!(value == T())) {
      SetNew(row, value);
    }
  }

  // Adds to a number; sums wrap.
  void Add(size_t row, T more) {
    if (row < values_.size()) [[likely]] {
      values_[row] = WrapAdd(values_[row], more);
    } else {
      Set(row, more);
    }
  }

  void resize(size_t rows, const T& value = T()) {
    values_.resize(rows, value);
  }

  // Forgets all rows but the first `rows`.
  void Truncate(size_t rows) {
    expected_ = std::min(expected_, rows);
    if (rows < values_.size()) values_.resize(rows);
  }

  void shrink_to_fit() { values_.shrink_to_fit(); }

  // True if any value is not T().
  bool HasValues() const {
    return std::any_of(values_.begin(), values_.end(),
                       [](const T& value) { return !(value == T()); });
  }

  auto begin() const { return values_.begin(); }

  auto end() const { return values_.end(); }

  // The sum of all numbers, which wraps.
  T Sum() const {
    T sum = 0;
    for (const T value : values_) sum = WrapAdd(sum, value);
    return sum;
  }

  // Prefetches the memory that the operator [] will read.
  void Expect(size_t row) const { __builtin_prefetch(values_.data() + row); }

  friend bool operator==(const Column& a, const Column& b) {
    for (size_t row = 0; row < std::max(a.size(), b.size()); ++row) {
      if (!(a[row] == b[row])) return false;
    }
    return true;
  }

 private:
  [[gnu::noinline]] void SetNew(size_t row, const T& value) {
    values_.reserve(expected_);
    values_.resize(row + 1);
    values_[row] = value;
  }

  size_t expected_ = 0;
  std::vector<T> values_;
};

}  // namespace tfprof
