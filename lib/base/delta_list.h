// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "base/chunked_vector.h"
#include "base/varints.h"

namespace tfprof {

// Rows of which there may be very many, in a fraction of their memory: of each
// is kept how it differs from the one before. A Row has
//
//   void PackAfter(const Row& last, Varints& to) const;
//   void UnpackAfter(const Row& last, Varints::Reader& from);
//   int64_t Key() const;
//
// They are read in order, or one by one at the cost of up to kBlock rows.
template <typename Row>
class DeltaList {
 public:
  // Goes from row to row.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Row;
    using difference_type = std::ptrdiff_t;
    using pointer = const Row*;
    using reference = const Row&;

    const Row& operator*() const { return row_; }

    const Row* operator->() const { return &row_; }

    Iterator& operator++() {
      ++at_;
      Read();
      return *this;
    }

    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    friend class DeltaList;

    // REQUIRES: `at` is the first row of a block, or the end.
    Iterator(const DeltaList& rows, size_t at)
        : rows_(rows),
          at_(at),
          reader_(rows.numbers_,
                  at < rows.size_ ? rows.blocks_[at / kBlock].at : 0) {
      Read();
    }

    void Read() {
      if (at_ >= rows_.size_) return;
      const Row last = at_ % kBlock == 0 ? Row() : std::move(row_);
      row_ = Row();
      row_.UnpackAfter(last, reader_);
    }

    const DeltaList& rows_;
    size_t at_;
    Varints::Reader reader_;
    Row row_;
  };

  using value_type = Row;

  DeltaList() = default;

  DeltaList(std::initializer_list<Row> rows) {
    for (const Row& row : rows) push_back(row);
  }

  DeltaList(const DeltaList& other) {
    for (const Row& row : other) push_back(row);
  }

  DeltaList(DeltaList&& other) noexcept { Swap(other); }

  DeltaList& operator=(DeltaList other) noexcept {
    Swap(other);
    return *this;
  }

  ~DeltaList() = default;

  size_t size() const { return size_; }

  bool empty() const { return size_ == 0; }

  void push_back(Row row) {
    const bool begins_block = size_ % kBlock == 0;
    if (begins_block) blocks_.Push({row.Key(), numbers_.bytes()});
    is_sorted_ = is_sorted_ && (empty() || last_.Key() <= row.Key());
    row.PackAfter(begins_block ? Row() : last_, numbers_);
    last_ = std::move(row);
    ++size_;
  }

  Iterator begin() const { return Iterator(*this, 0); }

  Iterator end() const { return Iterator(*this, size_); }

  // REQUIRES: i < size().
  Row operator[](size_t i) const {
    Iterator at(*this, i / kBlock * kBlock);
    while (at.at_ < i) ++at;
    return std::move(at.row_);
  }

  // REQUIRES: !empty().
  Row front() const { return *begin(); }

  const Row& back() const { return last_; }

  // The first row with that key. REQUIRES: rows are in the order of their keys.
  std::optional<Row> Find(int64_t key) const {
    size_t begin = 0;  // the first block that begins with the key or above
    for (size_t end = blocks_.size(); begin < end;) {
      const size_t middle = begin + (end - begin) / 2;
      if (blocks_[middle].key < key) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    const size_t first = begin == 0 ? 0 : (begin - 1) * kBlock;
    for (Iterator at(*this, first); at.at_ < size_ && at->Key() <= key; ++at) {
      if (at->Key() == key) return *at;
    }
    return std::nullopt;
  }

  // Calls `change(row)` for each and keeps what it became.
  template <typename Change>
  void ChangeEach(Change change) {
    DeltaList changed;
    for (Row row : *this) {
      change(row);
      changed.push_back(std::move(row));
    }
    *this = std::move(changed);
  }

  template <typename IsLeftOut>
  void EraseIf(IsLeftOut is_left_out) {
    DeltaList kept;
    for (const Row& row : *this) {
      if (!is_left_out(row)) kept.push_back(row);
    }
    *this = std::move(kept);
  }

  // Rows of one key stay in their order.
  void SortByKey() {
    if (is_sorted_) return;
    std::vector<Row> rows(begin(), end());
    *this = DeltaList();
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
      return a.Key() < b.Key();
    });
    for (Row& row : rows) push_back(std::move(row));
  }

 private:
  static constexpr size_t kBlock = 8;

  struct Block {
    int64_t key = 0;  // of its first row
    size_t at = 0;    // in numbers_
  };

  void Swap(DeltaList& other) noexcept {
    std::swap(blocks_, other.blocks_);
    std::swap(numbers_, other.numbers_);
    std::swap(size_, other.size_);
    std::swap(is_sorted_, other.is_sorted_);
    std::swap(last_, other.last_);
  }

  ChunkedVector<Block> blocks_;
  Varints numbers_;
  size_t size_ = 0;
  bool is_sorted_ = true;
  Row last_ = {};
};

}  // namespace tfprof
