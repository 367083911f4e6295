// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "base/ids.h"

namespace tfprof {

// Numbers or ids by row. They lie in blocks, each of which takes as many bytes
// a row as its largest is above its least: none if all are alike, one or two if
// they count up, as times and ids do. No row is copied as a column grows.
template <typename T>
class CompactColumn {
 public:
  CompactColumn() = default;

  CompactColumn(std::initializer_list<T> values) {
    for (const T& value : values) push_back(value);
  }

  size_t size() const { return blocks_.size() * kRows + last_size_; }

  bool empty() const { return size() == 0; }

  [[gnu::always_inline]] T operator[](size_t row) const {
    const size_t block = row / kRows;
    if (block < blocks_.size()) {
      return ValueOf(blocks_[block].Load(row % kRows));
    }
    return last_.empty() ? last_value_ : last_[row % kRows];
  }

  void push_back(T value) {
    if (last_size_ == 0) {
      last_value_ = value;
    } else if (!last_.empty()) {
      last_.push_back(value);
    } else if (value != last_value_) {
      last_.assign(last_size_, last_value_);
      last_.push_back(value);
    }
    if (++last_size_ == kRows) CloseBlock();
  }

  void Set(size_t row, T value) {
    const size_t block = row / kRows;
    if (block < blocks_.size()) {
      blocks_[block].Set(row % kRows, NumberOf(value));
      return;
    }
    if (last_.empty()) {
      if (value == last_value_) return;
      last_.assign(last_size_, last_value_);
    }
    last_[row % kRows] = value;
  }

  void resize(size_t rows, T value = T()) {
    while (size() < rows) push_back(value);
  }

  friend bool operator==(const CompactColumn& a, const CompactColumn& b) {
    if (a.size() != b.size()) return false;
    for (size_t row = 0; row < a.size(); ++row) {
      if (a[row] != b[row]) return false;
    }
    return true;
  }

 private:
  static constexpr size_t kRows = 256;

  static constexpr bool kIsId = !std::is_integral_v<T>;

  static_assert(sizeof(T) < sizeof(int64_t) || std::is_signed_v<T>);

  // Ids count from 1, and one that is not valid is 0: it is near the others.
  static int64_t NumberOf(T value) {
    if constexpr (kIsId) {
      return static_cast<uint32_t>(value.value + 1);
    } else {
      return static_cast<int64_t>(value);
    }
  }

  static T ValueOf(int64_t number) {
    if constexpr (kIsId) {
      T value;
      value.value = static_cast<uint32_t>(number) - 1;
      return value;
    } else {
      return static_cast<T>(number);
    }
  }

  // kRows numbers, as what they are above the least.
  class Block {
   public:
    // All alike.
    explicit Block(int64_t number) : least_(number) {}

    explicit Block(const int64_t* numbers) { Pack(numbers); }

    Block(Block&&) noexcept = default;
    Block& operator=(Block&&) noexcept = default;
    ~Block() = default;

    Block(const Block& other)
        : least_(other.least_),
          most_above_(other.most_above_),
          width_(other.width_),
          is_widened_(other.is_widened_) {
      if (width_ == 0) return;
      const size_t bytes = SizeInBytes(width_);
      bytes_ = std::make_unique_for_overwrite<char[]>(bytes);
      std::memcpy(bytes_.get(), other.bytes_.get(), bytes);
    }

    Block& operator=(const Block& other) { return *this = Block(other); }

    // Eight bytes are read, whatever the width, and those of the rows behind
    // are masked out: a switch would take longer.
    [[gnu::always_inline]] int64_t Load(size_t row) const {
      if (bytes_ == nullptr) return least_;
      uint64_t above;
      std::memcpy(&above, bytes_.get() + row * width_, sizeof above);
      return static_cast<int64_t>(static_cast<uint64_t>(least_) +
                                  (LowestFirst(above) & most_above_));
    }

    void Set(size_t row, int64_t number) {
      const uint64_t above = Above(number);
      if (above > most_above_) return SetWider(row, number);
      switch (width_) {
        case 0:
          return;
        case 1:
          return StoreAs<uint8_t>(row, above);
        case 2:
          return StoreAs<uint16_t>(row, above);
        case 4:
          return StoreAs<uint32_t>(row, above);
        default:
          return StoreAs<uint64_t>(row, above);
      }
    }

   private:
    // Of a number in memory: the lowest byte comes first on every machine.
    template <typename Number>
    static Number LowestFirst(Number number) {
      if constexpr (std::endian::native == std::endian::big) {
        auto* const bytes = reinterpret_cast<char*>(&number);
        std::reverse(bytes, bytes + sizeof number);
      }
      return number;
    }

    template <typename Number>
    void StoreAs(size_t row, uint64_t above) {
      const auto number = LowestFirst(static_cast<Number>(above));
      std::memcpy(bytes_.get() + row * sizeof number, &number, sizeof number);
    }

    uint64_t Above(int64_t number) const {
      return static_cast<uint64_t>(number) - static_cast<uint64_t>(least_);
    }

    // With what is read behind the last row.
    static size_t SizeInBytes(size_t width) {
      return kRows * width + sizeof(uint64_t) - width;
    }

    [[gnu::noinline]] void SetWider(size_t row, int64_t number) {
      int64_t numbers[kRows];
      for (size_t i = 0; i < kRows; ++i) numbers[i] = Load(i);
      numbers[row] = number;
      if (is_widened_) {
        // For every value, so that no block is packed again and again.
        int64_t least = 0;
        if constexpr (!kIsId) least = std::numeric_limits<T>::min();
        PackIn(sizeof(T), least, numbers);
      } else {
        Pack(numbers);
        is_widened_ = true;
      }
    }

    void Pack(const int64_t* numbers) {
      int64_t least = numbers[0];
      int64_t most = numbers[0];
      for (size_t row = 1; row < kRows; ++row) {
        least = std::min(least, numbers[row]);
        most = std::max(most, numbers[row]);
      }
      const uint64_t range =
          static_cast<uint64_t>(most) - static_cast<uint64_t>(least);
      const auto bits = static_cast<size_t>(std::bit_width(range));
      PackIn(std::bit_ceil((bits + 7) / 8), least, numbers);
    }

    void PackIn(size_t width, int64_t least, const int64_t* numbers) {
      bytes_ = std::make_unique<char[]>(SizeInBytes(width));
      width_ = static_cast<uint8_t>(width);
      most_above_ = ~uint64_t{0} >> (64 - 8 * width);
      least_ = least;
      switch (width) {
        case 1:
          return StoreAll<uint8_t>(numbers);
        case 2:
          return StoreAll<uint16_t>(numbers);
        case 4:
          return StoreAll<uint32_t>(numbers);
        default:
          return StoreAll<uint64_t>(numbers);
      }
    }

    template <typename Number>
    void StoreAll(const int64_t* numbers) {
      Number above[kRows];
      for (size_t row = 0; row < kRows; ++row) {
        above[row] = LowestFirst(static_cast<Number>(Above(numbers[row])));
      }
      std::memcpy(bytes_.get(), above, sizeof above);
    }

    int64_t least_ = 0;
    uint64_t most_above_ = 0;        // that fits
    std::unique_ptr<char[]> bytes_;  // null if all are alike
    uint8_t width_ = 0;              // bytes a row: 0, 1, 2, 4 or 8
    bool is_widened_ = false;        // once, by SetWider()
  };

  void CloseBlock() {
    if (last_.empty()) {
      blocks_.emplace_back(NumberOf(last_value_));
    } else {
      int64_t numbers[kRows];
      for (size_t row = 0; row < kRows; ++row) {
        numbers[row] = NumberOf(last_[row]);
      }
      blocks_.emplace_back(numbers);
      last_.clear();
    }
    last_size_ = 0;
  }

  std::vector<Block> blocks_;  // that are full
  // The rows behind them: all are alike, if last_ is empty.
  size_t last_size_ = 0;
  T last_value_ = T();
  std::vector<T> last_;
};

}  // namespace tfprof
