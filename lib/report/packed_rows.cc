// SPDX-License-Identifier: Apache-2.0
#include "report/packed_rows.h"

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/packed_numbers.h"
#include "base/string_pool.h"

namespace tfprof {

namespace {

enum class CellKind : uint8_t { kNothing, kText, kWhole, kReal, kNo, kYes };

class PackedRows {
 public:
  static constexpr size_t kLongText = 4096;

  // False if that is not worth it: a very long text is shared as it is.
  bool Add(const std::vector<Cell>& row) {
    begins_.push_back(cells_.bytes());
    for (const Cell& cell : row) {
      std::string buffer;
      if (const auto text = TextIn(cell, buffer)) {
        if (text->size() >= kLongText) return false;
        Push(CellKind::kText);
        cells_.Push(texts_.Intern(*text).value);
      } else if (const auto* whole = std::get_if<int64_t>(&cell)) {
        Push(CellKind::kWhole);
        cells_.PushStep(0, static_cast<uint64_t>(*whole));
      } else if (const auto* real = std::get_if<double>(&cell)) {
        Push(CellKind::kReal);
        cells_.Push(std::bit_cast<uint64_t>(*real));
      } else if (const auto* flag = std::get_if<bool>(&cell)) {
        Push(*flag ? CellKind::kYes : CellKind::kNo);
      } else {
        Push(CellKind::kNothing);
      }
    }
    return true;
  }

  void Freeze() { texts_.Freeze(); }

  std::vector<Cell> Row(size_t row, size_t columns) const {
    PackedNumbers::Reader from(cells_, begins_[row]);
    std::vector<Cell> cells;
    cells.reserve(columns);
    while (cells.size() < columns) cells.push_back(Take(from));
    return cells;
  }

 private:
  void Push(CellKind kind) { cells_.Push(static_cast<uint64_t>(kind)); }

  Cell Take(PackedNumbers::Reader& from) const {
    switch (static_cast<CellKind>(from.Take())) {
      case CellKind::kText:
        return OwnedText(texts_[StringId(static_cast<uint32_t>(from.Take()))]);
      case CellKind::kWhole:
        return static_cast<int64_t>(from.TakeStep(0));
      case CellKind::kReal:
        return std::bit_cast<double>(from.Take());
      case CellKind::kNo:
        return false;
      case CellKind::kYes:
        return true;
      case CellKind::kNothing:
        break;
    }
    return Cell();
  }

  StringPool texts_;
  PackedNumbers cells_;
  std::vector<size_t> begins_;  // of rows, in cells_
};

}  // namespace

Table PackRows(Table table) {
  const auto packed = std::make_shared<PackedRows>();
  const size_t count = table.RowCount();
  std::vector<Cell> made;
  for (size_t row = 0; row < count; ++row) {
    if (!packed->Add(table.RowAt(row, made))) return table;
  }
  packed->Freeze();
  table.rows = std::vector<std::vector<Cell>>();
  table.AddRows(count, true,
                [packed, columns = table.columns.size()](size_t row) {
                  return packed->Row(row, columns);
                });
  return table;
}

}  // namespace tfprof
