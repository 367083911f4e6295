// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/number_column.h"
#include "base/packed_numbers.h"

namespace tfprof {

// Numbers by row that are seldom looked at: zeros in a row take a byte or two,
// others as many as they need. Copies share them.
class PackedColumn {
 public:
  PackedColumn() = default;

  PackedColumn(const NumberColumn& values, size_t rows) : rows_(rows) {
    auto packed = std::make_shared<PackedNumbers>();
    size_t next = 0;
    for (size_t row = 0; row < rows; ++row) {
      const int64_t value = values[row];
      if (value == 0) continue;
      packed->Push(row - next);
      packed->PushStep(0, static_cast<uint64_t>(value));
      next = row + 1;
      ++count_;
    }
    packed_ = std::move(packed);
  }

  bool empty() const { return rows_ == 0; }

  // Whether any of them is not 0.
  bool HasNumbers() const { return count_ > 0; }

  // Takes the numbers of rows in ascending order.
  class Reader {
   public:
    // The column must outlive the reader.
    explicit Reader(const PackedColumn& column)
        : left_(column.count_),
          numbers_(column.packed_ != nullptr ? *column.packed_ : None()) {
      Follow(0);
    }

    // The row of the next number that is not 0; SIZE_MAX if there is none.
    size_t next() const { return next_; }

    int64_t Take() {
      const auto value = static_cast<int64_t>(numbers_.TakeStep(0));
      Follow(next_ + 1);
      return value;
    }

    // 0 for rows beyond the last. REQUIRES: was not asked of this row or one
    // behind it.
    int64_t At(size_t row) { return next_ == row ? Take() : 0; }

   private:
    static const PackedNumbers& None() {
      static const PackedNumbers none;
      return none;
    }

    void Follow(size_t row) {
      next_ = left_ == 0 ? SIZE_MAX : row + numbers_.Take();
      left_ -= left_ > 0;
    }

    size_t left_;  // behind the next one
    PackedNumbers::Reader numbers_;
    size_t next_ = 0;
  };

  NumberColumn Unpacked() const {
    NumberColumn values(rows_);
    Reader reader(*this);
    while (reader.next() < rows_) {
      const size_t row = reader.next();
      values.Set(row, reader.Take());
    }
    return values;
  }

  friend bool operator==(const PackedColumn& a, const PackedColumn& b) {
    if (a.packed_ == b.packed_) return a.rows_ == b.rows_;
    if (a.rows_ != b.rows_ || a.count_ != b.count_) return false;
    Reader other(b);
    for (Reader reader(a); reader.next() < a.rows_;) {
      if (reader.next() != other.next()) return false;
      if (reader.Take() != other.Take()) return false;
    }
    return true;
  }

 private:
  size_t rows_ = 0;
  size_t count_ = 0;  // of those that are not 0
  std::shared_ptr<const PackedNumbers> packed_;
};

}  // namespace tfprof
