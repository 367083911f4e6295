// SPDX-License-Identifier: Apache-2.0
#include "store/row_batch.h"

#include <utility>

#include "store/database.h"

namespace tfprof {

namespace {

constexpr size_t kLargeCells = 8192;
constexpr size_t kLargeTextBytes = size_t{1} << 17;
constexpr size_t kLongRow = 64;  // cells

}  // namespace

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

bool RowBatch::IsLarge() const {
  return cells_.size() >= kLargeCells || texts_.size() >= kLargeTextBytes;
}

void RowBatch::Clear() {
  cells_.clear();
  texts_.clear();
}

std::shared_ptr<RowBatch> RowBatches::Take() {
  const std::unique_lock lock(mutex_);
  if (unused_.empty()) {
    auto made = std::make_shared<RowBatch>();
    made->cells_.reserve(kLargeCells + kLongRow);
    return made;
  }
  std::shared_ptr<RowBatch> rows = std::move(unused_.back());
  unused_.pop_back();
  return rows;
}

void RowBatches::GiveBack(std::shared_ptr<RowBatch> rows) {
  rows->Clear();
  const std::unique_lock lock(mutex_);
  unused_.push_back(std::move(rows));
}

}  // namespace tfprof
