// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tfprof {

// Copies with stable addresses until Clear(), which keeps their memory for
// reuse.
class Arena {
 public:
  std::string_view Copy(std::string_view text) {
    if (text.empty()) return {};
    char* const to = Room(text.size());
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }

  template <typename T>
  std::span<T> Copy(std::span<const T> items) {
    const std::span<T> copies = Make<T>(items.size());
    std::copy(items.begin(), items.end(), copies.begin());
    return copies;
  }

  // Uninitialized items for the caller to fill in.
  template <typename T>
  std::span<T> Make(size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (count == 0) return {};
    void* const to = Room(count * sizeof(T));
    return {static_cast<T*>(to), count};
  }

  // The number of bytes copied since Clear().
  size_t size() const { return size_; }

  void Clear() {
    large_.clear();
    used_blocks_ = 0;
    left_ = 0;
    size_ = 0;
  }

 private:
  static constexpr size_t kBlockBytes = size_t{1} << 16;
  static constexpr size_t kAlignment = alignof(std::max_align_t);

  char* Room(size_t bytes) {
    bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    size_ += bytes;
    if (bytes > kBlockBytes) {
      large_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
      return large_.back().get();
    }
    if (bytes > left_) {
      if (used_blocks_ == blocks_.size()) {
        blocks_.push_back(std::make_unique_for_overwrite<char[]>(kBlockBytes));
      }
      next_ = blocks_[used_blocks_++].get();
      left_ = kBlockBytes;
    }
    char* const room = next_;
    next_ += bytes;
    left_ -= bytes;
    return room;
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  std::vector<std::unique_ptr<char[]>> large_;  // one copy each
  size_t used_blocks_ = 0;
  char* next_ = nullptr;
  size_t left_ = 0;  // free bytes from next_ on
  size_t size_ = 0;
};

}  // namespace tfprof
