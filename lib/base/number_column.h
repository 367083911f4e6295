// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <utility>
#include <vector>

#include "base/numbers.h"

namespace tfprof {

// Numbers by row, each 0 until it is set. A column takes no memory while all
// are 0, and one, two or four bytes a row while they fit in these: many measures
// are of few nodes, or small.
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

  int64_t operator[](size_t row) const { return row < rows_ ? Load(row) : 0; }

  void Set(size_t row, int64_t value) {
    if (row < rows_ && Fits(value)) {
      Store(row, value);
    } else if (row < rows_ || value != 0) {
      SetNew(row, value);
    }
  }

  // Sums wrap.
  void Add(size_t row, int64_t more) {
    if (more != 0) Set(row, WrapAdd((*this)[row], more));
  }

  // Forgets what is behind the first `rows`.
  void Truncate(size_t rows) {
    expected_ = std::min(expected_, rows);
    if (rows >= rows_) return;
    rows_ = rows;
    bytes_.resize(rows * width_);
  }

  void shrink_to_fit() { bytes_.shrink_to_fit(); }

  // That have memory: all behind are 0.
  size_t rows() const { return rows_; }

  // Whether there was never a number but 0, so that it takes no memory.
  bool empty() const { return rows_ == 0; }

  // Whether some number is not 0.
  bool HasNumbers() const {
    return std::any_of(bytes_.begin(), bytes_.end(),
                       [](char byte) { return byte != 0; });
  }

  // Calls `use` with the number of each row that has memory.
  template <typename Use>
  void ForEach(Use use) const {
    WithNumber(width_, [&]<typename Number>(Number) {
      const char* at = bytes_.data();
      for (size_t row = 0; row < rows_; ++row, at += sizeof(Number)) {
        use(LoadAs<Number>(at));
      }
    });
  }

  int64_t Sum() const {
    int64_t sum = 0;
    ForEach([&](int64_t number) { sum = WrapAdd(sum, number); });
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
  template <typename Number>
  static int64_t LoadAs(const char* at) {
    Number number;
    std::memcpy(&number, at, sizeof number);
    return number;
  }

  template <typename Number>
  static void StoreAs(char* at, int64_t value) {
    const auto number = static_cast<Number>(value);
    std::memcpy(at, &number, sizeof number);
  }

  // Calls `use` with a number of so many bytes.
  template <typename Use>
  static auto WithNumber(size_t width, Use use) {
    switch (width) {
      case 1:
        return use(int8_t{});
      case 2:
        return use(int16_t{});
      case 4:
        return use(int32_t{});
      default:
        return use(int64_t{});
    }
  }

  int64_t Load(size_t row) const {
    const char* const at = bytes_.data() + row * width_;
    return WithNumber(width_, [at]<typename Number>(Number) {
      return LoadAs<Number>(at);
    });
  }

  void Store(size_t row, int64_t value) {
    char* const at = bytes_.data() + row * width_;
    WithNumber(width_, [at, value]<typename Number>(Number) {
      StoreAs<Number>(at, value);
    });
  }

  bool Fits(int64_t value) const {
    const auto unused = 64 - 8 * width_;
    return (value << unused) >> unused == value;
  }

  // A number that there is no memory for yet, or that takes more.
  [[gnu::noinline]] void SetNew(size_t row, int64_t value) {
    if (!Fits(value)) Widen(value);
    if (row >= rows_) {
      rows_ = std::max(row + 1, expected_);
      // Some more, as of a table that grows row by row.
      constexpr size_t kMore = 1024;
      const size_t bytes = rows_ * width_;
      if (bytes > bytes_.size()) {
        bytes_.resize(
            std::max(bytes, std::min(bytes_.capacity(), bytes + kMore)));
      }
    }
    Store(row, value);
  }

  // Twice as many bytes a row, until `value` fits.
  void Widen(int64_t value) {
    NumberColumn wide;
    wide.width_ = width_;
    while (!wide.Fits(value)) wide.width_ *= 2;
    wide.bytes_.reserve(bytes_.capacity() / width_ * wide.width_);
    wide.bytes_.resize(rows_ * wide.width_);
    WithNumber(width_, [&]<typename Narrow>(Narrow) {
      WithNumber(wide.width_, [&]<typename Wide>(Wide) {
        const char* from = bytes_.data();
        char* to = wide.bytes_.data();
        for (size_t row = 0; row < rows_; ++row) {
          StoreAs<Wide>(to, LoadAs<Narrow>(from));
          from += sizeof(Narrow);
          to += sizeof(Wide);
        }
      });
    });
    width_ = wide.width_;
    bytes_ = std::move(wide.bytes_);
  }

  size_t expected_ = 0;
  size_t rows_ = 0;
  size_t width_ = 1;  // bytes of each
  std::vector<char> bytes_;  // of rows, and zeros
};

}  // namespace tfprof
