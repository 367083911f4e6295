// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/chunked_vector.h"
#include "base/table_index.h"

namespace tfprof {

// Distinct rows, in order of first use. A row has Hash() and ==, which may
// ignore fields that are not part of its identity.
template <typename Row>
class Interner {
 public:
  static constexpr uint32_t kNone = TableIndex::kNone;

  // The index of the row that equals `row`; adds it if there is none.
  uint32_t PlaceOf(const Row& row) {
    const auto next = static_cast<uint32_t>(rows_.size());
    const uint32_t place = index_.FindOrAdd(
        row.Hash(), next, [&](uint32_t at) { return rows_[at] == row; });
    if (place == next) rows_.Push(row);
    return place;
  }

  // The same without adding: kNone if there is none.
  uint32_t Find(const Row& row) const {
    return index_.Find(row.Hash(),
                       [&](uint32_t at) { return rows_[at] == row; });
  }

  size_t size() const { return rows_.size(); }

  Row& operator[](size_t place) { return rows_[place]; }

  const Row& operator[](size_t place) const { return rows_[place]; }

  // Calls `take(row)` for each row.
  template <typename Take>
  void ForEach(Take take) const {
    rows_.ForEach(take);
  }

  // The same, freeing memory piece by piece: no rows are left.
  template <typename Take>
  void Drain(Take take) {
    index_ = {};
    rows_.Drain(take);
  }

  // Frees the lookup table; PlaceOf must not be called any more.
  void Freeze() { index_ = {}; }

 private:
  ChunkedVector<Row> rows_;
  TableIndex index_;
};

}  // namespace tfprof
