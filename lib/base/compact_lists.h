// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "base/compact_column.h"

namespace tfprof {

// Records whose numbers lie in compact columns. A Record has
//
//   static constexpr size_t kNumbers;
//   std::array<int64_t, kNumbers> Numbers() const;
//   static Record Of(const std::array<int64_t, kNumbers>& numbers);
template <typename Record>
class CompactRecords {
 public:
  size_t size() const { return columns_[0].size(); }

  Record operator[](size_t i) const {
    std::array<int64_t, Record::kNumbers> numbers;
    for (size_t of = 0; of < numbers.size(); ++of) {
      numbers[of] = columns_[of][i];
    }
    return Record::Of(numbers);
  }

  void push_back(const Record& record) {
    const auto numbers = record.Numbers();
    for (size_t of = 0; of < numbers.size(); ++of) {
      columns_[of].push_back(numbers[of]);
    }
  }

 private:
  std::array<CompactColumn<int64_t>, Record::kNumbers> columns_;
};

// A list of records per row, as Lists has them, in a fraction of the memory.
template <typename Record>
class CompactLists {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Record;
    using difference_type = std::ptrdiff_t;
    using pointer = const Record*;
    using reference = Record;

    Iterator(const CompactRecords<Record>& records, size_t at)
        : records_(&records), at_(at) {}

    Record operator*() const { return (*records_)[at_]; }

    Iterator& operator++() {
      ++at_;
      return *this;
    }

    bool operator==(const Iterator&) const = default;

   private:
    const CompactRecords<Record>* records_;
    size_t at_;
  };

  class Row {
   public:
    Row(const CompactRecords<Record>& records, size_t begin, size_t end)
        : records_(records), begin_(begin), end_(end) {}

    size_t size() const { return end_ - begin_; }

    bool empty() const { return begin_ == end_; }

    Record operator[](size_t i) const { return records_[begin_ + i]; }

    Iterator begin() const { return Iterator(records_, begin_); }

    Iterator end() const { return Iterator(records_, end_); }

   private:
    const CompactRecords<Record>& records_;
    size_t begin_;
    size_t end_;
  };

  CompactLists() = default;

  // From all records, row after row, and the end of each row among them.
  CompactLists(CompactRecords<Record> records, CompactColumn<int64_t> ends)
      : records_(std::move(records)), ends_(std::move(ends)) {}

  void Push(const Record& record) { records_.push_back(record); }

  void EndRow() { ends_.push_back(static_cast<int64_t>(records_.size())); }

  size_t size() const { return ends_.size(); }

  Row operator[](size_t row) const {
    return Row(records_, row == 0 ? 0 : EndOf(row - 1), EndOf(row));
  }

 private:
  size_t EndOf(size_t row) const { return static_cast<size_t>(ends_[row]); }

  CompactRecords<Record> records_;
  CompactColumn<int64_t> ends_;
};

}  // namespace tfprof
