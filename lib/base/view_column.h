// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tfprof {

// Views of texts by row, in half the memory of a list of views: there may be
// millions, nearly all short.
class ViewColumn {
 public:
  size_t size() const { return rows_.size(); }

  std::string_view operator[](size_t row) const {
    const uint64_t packed = rows_[row];
    const uint64_t low = packed & kLowMask;
    const size_t length = packed >> kLowBits;
    if (length == kAside) return aside_[low];
    return {reinterpret_cast<const char*>(static_cast<uintptr_t>(low)), length};
  }

  void push_back(std::string_view text) {
    auto low = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(text.data()));
    uint64_t length = text.size();
    if (length >= kAside || low > kLowMask) {
      low = aside_.size();
      length = kAside;
      aside_.push_back(text);
    }
    rows_.push_back(length << kLowBits | low);
  }

  void reserve(size_t rows) { rows_.reserve(rows); }

  // Prefetches the memory that the operator above will read.
  void Expect(size_t row) const { __builtin_prefetch(&rows_[row]); }

 private:
  static constexpr int kLowBits = 48;  // the width of addresses
  static constexpr uint64_t kLowMask = (uint64_t{1} << kLowBits) - 1;
  static constexpr uint64_t kAside = UINT16_MAX;

  // The length above the address, or kAside above a row of aside_.
  std::vector<uint64_t> rows_;
  std::vector<std::string_view> aside_;
};

}  // namespace tfprof
