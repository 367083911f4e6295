// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/room_for.h"

namespace tfprof {

// A list per row in flat vectors, without an allocation per row. Rows are
// filled in order: push the items of a row, then call EndRow().
template <typename T>
class Lists {
 public:
  Lists() = default;

  // From all items, row after row, and the end of each row.
  Lists(std::vector<T> items, const std::vector<uint64_t>& ends)
      : items_(std::move(items)) {
    while (empty_ < ends.size() && ends[empty_] == 0) ++empty_;
    ends_.reserve(ends.size() - empty_);
    for (size_t row = empty_; row < ends.size(); ++row) AddEnd(ends[row]);
  }

  void Push(const T& item) { items_.push_back(item); }

  // Reserves room for this many more items, like MakeRoomFor.
  void Expect(size_t items) { MakeRoomFor(items, items_); }

  void ReserveRows(size_t rows) { ends_.reserve(rows); }

  void EndRow() {
    if (items_.empty()) {
      ++empty_;
    } else {
      AddEnd(items_.size());
    }
  }

  void AddRow(std::span<const T> row) {
    items_.insert(items_.end(), row.begin(), row.end());
    EndRow();
  }

  std::span<const T> operator[](size_t row) const {
    if (row < empty_) return {};
    row -= empty_;
    const size_t begin = row == 0 ? 0 : EndOf(row - 1);
    return {items_.data() + begin, EndOf(row) - begin};
  }

  size_t size() const { return empty_ + ends_.size() + far_ends_.size(); }

  void Clear() {
    items_.clear();
    empty_ = 0;
    ends_.clear();
    far_ends_.clear();
  }

  void shrink_to_fit() {
    items_.shrink_to_fit();
    ends_.shrink_to_fit();
  }

 private:
  void AddEnd(uint64_t end) {
    if (end <= UINT32_MAX) {
      ends_.push_back(static_cast<uint32_t>(end));
    } else {
      far_ends_.push_back(end);
    }
  }

  size_t EndOf(size_t row) const {
    return row < ends_.size() ? ends_[row] : far_ends_[row - ends_.size()];
  }

  std::vector<T> items_;
  size_t empty_ = 0;  // leading rows without items
  // The end of each further row, 32 bits wide, since many rows are empty and
  // the ends are most of the memory.
  std::vector<uint32_t> ends_;
  std::vector<uint64_t> far_ends_;  // ends of later rows that do not fit
};

}  // namespace tfprof
