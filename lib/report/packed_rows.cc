// SPDX-License-Identifier: Apache-2.0
#include "report/packed_rows.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tfprof {

enum class PackedRows::CellKind : uint8_t {
  kNothing,
  kText,
  kWhole,
  kReal,
  kBillionths,  // a real number that is a whole number of billionths
  kNo,
  kYes,
};

namespace {

constexpr size_t kLongText = 4096;

constexpr double kBillion = 1e9;

// Most real numbers are times in ms or us, converted from ps or ns, which take
// fewer bytes than all digits of a quotient. Nothing if `value` is not exactly
// the quotient.
std::optional<int64_t> BillionthsOf(double value) {
  constexpr double kMost = 1e6;  // larger values save little
  if (!(std::abs(value) < kMost)) return std::nullopt;
  const auto whole = static_cast<int64_t>(std::llround(value * kBillion));
  const double again = static_cast<double>(whole) / kBillion;
  const bool is_same =
      std::bit_cast<uint64_t>(again) == std::bit_cast<uint64_t>(value);
  return is_same ? std::optional(whole) : std::nullopt;
}

}  // namespace

bool PackedRows::Add(const std::vector<Cell>& row) {
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
      AddReal(*real);
    } else if (const auto* flag = std::get_if<bool>(&cell)) {
      Push(*flag ? CellKind::kYes : CellKind::kNo);
    } else {
      Push(CellKind::kNothing);
    }
  }
  return true;
}

void PackedRows::AddReal(double real) {
  if (const auto whole = BillionthsOf(real)) {
    Push(CellKind::kBillionths);
    cells_.PushStep(0, static_cast<uint64_t>(*whole));
  } else {
    Push(CellKind::kReal);
    cells_.Push(std::bit_cast<uint64_t>(real));
  }
}

std::vector<Cell> PackedRows::Row(size_t row, size_t columns) const {
  Varints::Reader from(cells_, begins_[row]);
  std::vector<Cell> cells;
  cells.reserve(columns);
  while (cells.size() < columns) cells.push_back(Take(from));
  return cells;
}

void PackedRows::Push(CellKind kind) {
  cells_.Push(static_cast<uint64_t>(kind));
}

Cell PackedRows::Take(Varints::Reader& from) const {
  switch (static_cast<CellKind>(from.Take())) {
    case CellKind::kText:
      return OwnedText(texts_[StringId(static_cast<uint32_t>(from.Take()))]);
    case CellKind::kWhole:
      return static_cast<int64_t>(from.TakeStep(0));
    case CellKind::kReal:
      return std::bit_cast<double>(from.Take());
    case CellKind::kBillionths:
      return static_cast<double>(static_cast<int64_t>(from.TakeStep(0))) /
             kBillion;
    case CellKind::kNo:
      return false;
    case CellKind::kYes:
      return true;
    case CellKind::kNothing:
      break;
  }
  return Cell();
}

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
