// SPDX-License-Identifier: Apache-2.0
#include "store/row_batch.h"

#include <utility>

#include "store/database.h"

namespace tfprof {

void RowBatch::Put(std::string_view text) {
  Cell& cell = cells_.emplace_back();
  cell.kind = Cell::Kind::kText;
  cell.offset = texts_.size();
  AppendReadable(text, texts_);
  cell.size = static_cast<uint32_t>(texts_.size() - cell.offset);
}

void RowBatch::Put(int64_t number) {
  Cell& cell = cells_.emplace_back();
  cell.kind = Cell::Kind::kWhole;
  cell.whole = number;
}

void RowBatch::Put(double number) {
  Cell& cell = cells_.emplace_back();
  cell.kind = Cell::Kind::kReal;
  cell.real = number;
}

void RowBatch::Clear() {
  cells_.clear();
  texts_.clear();
}

}  // namespace tfprof
