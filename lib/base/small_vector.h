// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

namespace tfprof {

// A small vector: up to `kHere` items inline, more on the heap. For very many
// rows with a list each, an allocation per list would take more memory than the
// items.
template <typename T, uint32_t kHere = 1>
class SmallVector {
 public:
  SmallVector() = default;

  SmallVector(const SmallVector& other) { *this = other; }

  SmallVector(SmallVector&& other) noexcept { Swap(other); }

  ~SmallVector() { Free(); }

  SmallVector& operator=(const SmallVector& other) {
    if (this == &other) return *this;
    resize(0);
    resize(other.size_);
    std::copy(other.begin(), other.end(), begin());
    return *this;
  }

  SmallVector& operator=(SmallVector&& other) noexcept {
    Swap(other);
    return *this;
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  T* begin() { return IsHere() ? here_ : more_; }
  T* end() { return begin() + size_; }
  const T* begin() const { return IsHere() ? here_ : more_; }
  const T* end() const { return begin() + size_; }
  T& operator[](size_t i) { return begin()[i]; }
  const T& operator[](size_t i) const { return begin()[i]; }

  T& back() { return begin()[size_ - 1]; }

  const T& front() const { return begin()[0]; }

  const T& back() const { return begin()[size_ - 1]; }

  void push_back(const T& item) {
    const T added = item;  // a copy, since `item` may be in this list
    if (size_ == capacity_) Grow(size_t{2} * size_);
    begin()[size_++] = added;
  }

  // Inserts `item` before index `at`.
  T& insert(size_t at, const T& item) {
    const T added = item;  // a copy, since `item` may be in this list
    resize(size_ + 1);
    T* const items = begin();
    std::copy_backward(items + at, items + size_ - 1, items + size_);
    return items[at] = added;
  }

  void resize(size_t size) {
    if (size > capacity_) Grow(std::max(size, size_t{2} * size_));
    T* const items = begin();
    for (size_t i = size_; i < size; ++i) items[i] = T();
    size_ = static_cast<uint32_t>(size);
  }

 private:
  static_assert(std::is_trivially_copyable_v<T>);

  bool IsHere() const { return capacity_ == kHere; }

  void Grow(size_t capacity) {
    T* const items = std::allocator<T>().allocate(capacity);
    std::uninitialized_copy(begin(), end(), items);
    Free();
    more_ = items;
    capacity_ = static_cast<uint32_t>(capacity);
  }

  void Free() {
    if (!IsHere()) std::allocator<T>().deallocate(more_, capacity_);
  }

  void Swap(SmallVector& other) {
    std::byte kept[sizeof(SmallVector)];
    std::memcpy(kept, static_cast<void*>(this), sizeof kept);
    std::memcpy(static_cast<void*>(this), static_cast<void*>(&other),
                sizeof kept);
    std::memcpy(static_cast<void*>(&other), kept, sizeof kept);
  }

  uint32_t size_ = 0;
  uint32_t capacity_ = kHere;

  union {
    T here_[kHere] = {};
    T* more_;
  };
};

}  // namespace tfprof
