// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace tfprof {

// A list that grows without copying, so it never needs twice its memory. It
// consists of pieces, each as large as all earlier ones together.
template <typename T>
class ChunkedVector {
 public:
  ChunkedVector() = default;

  ChunkedVector(std::initializer_list<T> items) {
    for (const T& item : items) Push(item);
  }

  size_t size() const { return size_; }

  bool empty() const { return size_ == 0; }

  T& Push(const T& item) {
    if (size_ == capacity_) AddPiece();
    ++size_;
    return *::new (next_++) T(item);
  }

  // Space for the caller to write `count` contiguous items, or null if the
  // current piece is full. Call Took() with the number written.
  T* Room(size_t count) {
    return capacity_ - size_ >= count ? next_ : nullptr;
  }

  void Took(size_t count) {
    size_ += count;
    next_ += count;
  }

  T& back() { return next_[-1]; }

  const T& back() const { return next_[-1]; }

  T& operator[](size_t i) { return const_cast<T&>(std::as_const(*this)[i]); }

  const T& operator[](size_t i) const {
    const size_t at = i + kFirst;
    const auto piece = static_cast<size_t>(std::bit_width(at) - kFirstBits);
    return pieces_[piece][at - (kFirst << piece)];
  }

  // Contiguous items: from `i` to the end of its piece or of the list.
  std::span<const T> From(size_t i) const {
    if (i >= size_) return {};
    const size_t at = i + kFirst;
    const auto piece = static_cast<size_t>(std::bit_width(at) - kFirstBits);
    const size_t first = kFirst << piece;
    return {pieces_[piece].get() + (at - first),
            std::min(2 * first, size_ + kFirst) - at};
  }

  // Calls `take(item)` for the items from `begin` to `end`, in order.
  template <typename Take>
  void ForEach(size_t begin, size_t end, Take take) const {
    while (begin < end) {
      const size_t at = begin + kFirst;
      const auto piece = static_cast<size_t>(std::bit_width(at) - kFirstBits);
      const T* const items = pieces_[piece].get();
      const size_t first = kFirst << piece;
      const size_t stop = end + kFirst < 2 * first ? end + kFirst : 2 * first;
      for (size_t i = at; i < stop; ++i) take(items[i - first]);
      begin = stop - kFirst;
    }
  }

  template <typename Take>
  void ForEach(Take take) const {
    ForEach(0, size_, take);
  }

  // Appends the items of `other`.
  void Append(ChunkedVector other) {
    if (empty()) {
      *this = std::move(other);
      return;
    }
    for (size_t piece = 0, left = other.size_; left > 0; ++piece) {
      const size_t count = std::min(left, kFirst << piece);
      PushAll(other.pieces_[piece].get(), count);
      other.pieces_[piece].reset();
      left -= count;
    }
  }

  // Calls `take(item)` for each item, and frees the memory piece by piece.
  template <typename Take>
  void Drain(Take take) {
    size_t left = size_;
    for (size_t piece = 0; piece < pieces_.size(); ++piece) {
      const size_t held = kFirst << piece;
      const size_t count = left < held ? left : held;
      for (size_t i = 0; i < count; ++i) take(pieces_[piece][i]);
      pieces_[piece].reset();
      left -= count;
    }
    *this = ChunkedVector();
  }

 private:
  void AddPiece() {
    const size_t size = kFirst << pieces_.size();
    pieces_.emplace_back(static_cast<T*>(::operator new(size * sizeof(T))));
    next_ = pieces_.back().get();
    capacity_ += size;
  }

  void PushAll(const T* items, size_t count) {
    while (count > 0) {
      if (size_ == capacity_) AddPiece();
      const size_t fits = std::min(count, capacity_ - size_);
      std::uninitialized_copy_n(items, fits, next_);
      Took(fits);
      items += fits;
      count -= fits;
    }
  }

  static constexpr int kFirstBits = 3;
  static constexpr size_t kFirst = size_t{1} << (kFirstBits - 1);

  // Untouched bytes take no memory yet, so items are constructed only when
  // needed.
  struct Free {
    void operator()(T* items) const { ::operator delete(items); }
  };

  static_assert(std::is_trivially_destructible_v<T> &&
                alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

  std::vector<std::unique_ptr<T[], Free>> pieces_;
  T* next_ = nullptr;  // where the next item goes
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace tfprof
