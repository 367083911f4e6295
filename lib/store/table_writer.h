// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "base/error.h"
#include "base/external_sorter.h"
#include "store/database_tree.h"
#include "store/filled_database.h"
#include "store/record_bytes.h"

namespace tfprof {

// Writes a table from its first row to its last.
class TableWriter {
 public:
  enum class Keys : uint8_t {
    kGiven,    // the first column is the key, an ascending whole number
    kCounted,  // the first column is the key, counted from 1; not given
    kHidden,   // counted, without a column
    kInRow,    // WITHOUT ROWID: key columns come first, rows ascend
  };

  TableWriter(FilledDatabase& file, std::string_view table, Keys keys)
      : tree_(file.TreeOf(table)), keys_(keys) {}

  template <typename... Values>
  Status Add(const Values&... values) {
    (Put(values), ...);
    return EndRow();
  }

  // Writes a row value by value; then call EndRow().
  template <typename Value>
  void Put(const Value& value) {
    if (at_++ == 0) {
      if (keys_ == Keys::kCounted) record_.Put(std::nullopt);
      if constexpr (std::is_integral_v<Value>) {
        if (keys_ == Keys::kGiven) return PutKey(value);
      }
    }
    record_.Put(value);
  }

  Status EndRow();

  // The key of the last row.
  int64_t last() const { return key_; }

  // Call once, after the last row.
  Status Finish() { return tree_.Finish(); }

 private:
  // The row itself has NULL instead of the key.
  void PutKey(int64_t key) {
    key_ = key;
    record_.Put(std::nullopt);
  }

  DatabaseTree tree_;
  const Keys keys_;
  RecordBytes record_;
  int64_t key_ = 0;
  size_t at_ = 0;  // index of the next value in the row
};

// Writes an index on whole numbers; the last one is the key of the table.
template <size_t kColumns>
class IndexWriter {
 public:
  using Row = std::array<int64_t, kColumns>;

  // NULL; sorts before all numbers, as in SQLite.
  static constexpr int64_t kNull = INT64_MIN;

  IndexWriter(FilledDatabase& file, std::string_view index)
      : tree_(file.TreeOf(index)) {}

  // Adds rows in any order.
  Status Add(const Row& row) { return rows_.Add(row); }

  // Adds rows in order, without buffering them.
  Status AddInOrder(const Row& row) {
    record_.Clear();
    for (const int64_t number : row) {
      record_.Put(number == kNull ? std::nullopt : std::optional(number));
    }
    return tree_.AddKey(record_.Finish());
  }

  // Call once, after the last row.
  Status Finish() {
    Status status;
    TFPROF_RETURN_IF_ERROR(rows_.ForEach([&](const Row& row) {
      if (status) status = AddInOrder(row);
    }));
    return status ? tree_.Finish() : status;
  }

 private:
  static constexpr size_t kHeldBytes = size_t{8} << 20;

  DatabaseTree tree_;
  RecordBytes record_;
  ExternalSorter<Row> rows_{kHeldBytes / sizeof(Row)};
};

}  // namespace tfprof
