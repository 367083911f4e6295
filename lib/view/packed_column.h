// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/number_column.h"
#include "base/varints.h"

namespace tfprof {

// Numbers by row that are seldom looked at: zeros in a row take a byte or two,
// others as many as what they differ by from the one before them needs, and
// those in a row that differ by the same next to nothing. Copies share them.
class PackedColumn {
 private:
  // Numbers of rows one after the other, each by `step` more than the one
  // before it. Before the first of them are `gap` zeros.
  struct Stretch {
    uint64_t gap = 0;
    uint64_t step = 0;
    uint64_t count = 0;

    void PushTo(Varints& numbers) const {
      if (count == 0) return;
      numbers.Push(gap << 1 | (count > 1 ? 1 : 0));
      numbers.PushStep(0, step);
      if (count > 1) numbers.Push(count);
    }

    void TakeFrom(Varints::Reader& numbers) {
      const uint64_t head = numbers.Take();
      gap = head >> 1;
      step = numbers.TakeStep(0);
      count = (head & 1) != 0 ? numbers.Take() : 1;
    }
  };

 public:
  PackedColumn() = default;

  PackedColumn(const NumberColumn& values, size_t rows) : rows_(rows) {
    auto packed = std::make_shared<Varints>();
    Stretch stretch;
    size_t next = 0;
    uint64_t last = 0;
    for (size_t row = 0; row < rows; ++row) {
      const auto value = static_cast<uint64_t>(values[row]);
      if (value == 0) continue;
      const uint64_t step = value - last;
      if (stretch.count > 0 && row == next && step == stretch.step) {
        ++stretch.count;
      } else {
        stretch.PushTo(*packed);
        stretch = {row - next, step, 1};
      }
      next = row + 1;
      last = value;
      ++count_;
    }
    stretch.PushTo(*packed);
    packed_ = std::move(packed);
  }

  bool empty() const { return rows_ == 0; }

  // True if any number is not 0.
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
      last_ += stretch_.step;
      const uint64_t value = last_;
      Follow(next_ + 1);
      return static_cast<int64_t>(value);
    }

    // 0 for rows beyond the last. REQUIRES: was not asked of this row or one
    // behind it.
    int64_t At(size_t row) { return next_ == row ? Take() : 0; }

   private:
    static const Varints& None() {
      static const Varints none;
      return none;
    }

    void Follow(size_t row) {
      next_ = SIZE_MAX;
      if (left_ == 0) return;
      --left_;
      if (stretch_.count == 0) stretch_.TakeFrom(numbers_);
      --stretch_.count;
      next_ = row + std::exchange(stretch_.gap, 0);
    }

    size_t left_;  // behind the next one
    Varints::Reader numbers_;
    Stretch stretch_;  // of the next one and those behind it
    size_t next_ = 0;
    uint64_t last_ = 0;  // the number that was taken last
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
  std::shared_ptr<const Varints> packed_;
};

}  // namespace tfprof
