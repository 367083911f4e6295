// SPDX-License-Identifier: Apache-2.0
#include "report/table.h"

#include <cassert>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// The nearest representable whole number.
int64_t Whole(double value) {
  if (!(value >= -0x1p63)) return INT64_MIN;
  return value < 0x1p63 ? static_cast<int64_t>(value) : INT64_MAX;
}

std::string RealText(double value, Unit unit) {
  if (value < 0) return fmt::format("-{}", RealText(-value, unit));
  if (unit == Unit::kShare) return fmt::format("{:.2f}%", value * 100);
  const bool is_whole = std::abs(value) < 1e15 && value == std::round(value);
  std::string text;
  switch (unit) {
    case Unit::kNanos:
      return RealText(value / 1000, Unit::kMicros);
    case Unit::kMicros:
      if (std::abs(value) < 1000) return fmt::format("{:.4g}us", value);
      AppendTime(text, Whole(value));
      return text;
    case Unit::kBytes:
      AppendBytes(text, Whole(value));
      return text;
    default:
      return is_whole ? fmt::format("{:.0f}", value)
                      : fmt::format("{:.4g}", value);
  }
}

std::string WholeText(int64_t value, Unit unit) {
  if (value < 0 && value > INT64_MIN)
    return fmt::format("-{}", WholeText(-value, unit));
  std::string text;
  switch (unit) {
    case Unit::kMicros:
      AppendTime(text, value);
      break;
    case Unit::kNanos:
      return RealText(static_cast<double>(value) / 1000, Unit::kMicros);
    case Unit::kBytes:
      AppendBytes(text, value);
      break;
    default:
      AppendInt(text, value);
  }
  return text;
}

}  // namespace

const std::vector<Cell>& Table::RowAt(size_t row,
                                      std::vector<Cell>& made) const {
  if (row < rows.size()) return rows[row];
  made = make_row(row - rows.size());
  assert(made.size() == columns.size());
  return made;
}

std::string BorrowedText::str() const {
  std::string text;
  for (const std::string_view piece : pieces()) text += piece;
  return text;
}

Cell::Cell() noexcept = default;
Cell::Cell(const Cell&) = default;
Cell::Cell(Cell&&) noexcept = default;
Cell& Cell::operator=(const Cell&) = default;
Cell& Cell::operator=(Cell&&) noexcept = default;
Cell::~Cell() = default;

void Table::AddRow(std::vector<Cell> cells) {
  assert(cells.size() == columns.size());
  cells.shrink_to_fit();  // rows grown cell by cell have room for more
  rows.push_back(std::move(cells));
}

void Table::AddRows(size_t count, bool when_written,
                    std::function<std::vector<Cell>(size_t row)> make) {
  if (when_written) {
    rows_to_make = count;
    make_row = std::move(make);
    return;
  }
  for (size_t row = 0; row < count; ++row) AddRow(make(row));
}

void Table::MakeRows() {
  const size_t count = RowCount();
  std::vector<std::vector<Cell>> all;
  all.reserve(count);
  std::vector<Cell> made;
  std::string buffer;
  for (size_t row = 0; row < count; ++row) {
    std::vector<Cell> cells = RowAt(row, made);
    for (Cell& cell : cells) {
      if (!std::holds_alternative<BorrowedText>(cell)) continue;
      cell = OwnedText(*TextIn(cell, buffer));
    }
    all.push_back(std::move(cells));
  }
  rows = std::move(all);
  rows_to_make = 0;
  make_row = {};
}

std::optional<size_t> Table::DepthColumn() const {
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].unit == Unit::kDepth) return i;
  }
  return std::nullopt;
}

std::optional<std::string_view> TextIn(const Cell& cell, std::string& buffer) {
  if (const auto* text = std::get_if<OwnedText>(&cell)) return text->view();
  const auto* borrowed = std::get_if<BorrowedText>(&cell);
  if (borrowed == nullptr) return std::nullopt;
  if (borrowed->pieces().size() == 1) return borrowed->pieces().front();
  return buffer = borrowed->str();
}

std::optional<double> NumberOf(const Cell& cell) {
  if (const auto* whole = std::get_if<int64_t>(&cell)) {
    return static_cast<double>(*whole);
  }
  const auto* real = std::get_if<double>(&cell);
  if (real == nullptr || !std::isfinite(*real)) return std::nullopt;
  return *real;
}

std::string_view KeyOf(Unit unit) {
  switch (unit) {
    case Unit::kMicros:
      return "us";
    case Unit::kNanos:
      return "ns";
    case Unit::kBytes:
      return "bytes";
    case Unit::kShare:
      return "share";
    case Unit::kNone:
    case Unit::kCount:
    case Unit::kDepth:
      break;
  }
  return "";
}

std::string KeyOf(const TableColumn& column) {
  std::string key;
  for (const char c : AsciiLower(column.title)) {
    const bool is_word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (is_word) {
      key += c;
    } else if (!key.empty() && key.back() != '_') {
      key += '_';
    }
  }
  while (!key.empty() && key.back() == '_') key.pop_back();
  const std::string_view unit = KeyOf(column.unit);
  if (unit.empty()) return key;
  // "peak bytes" already names its unit; names of times never end in "us".
  if (unit.size() > 2 && key.ends_with(unit)) return key;
  return fmt::format("{}_{}", key, unit);
}

Cell CellOfText(OwnedText text) {
  return text.view().empty() ? Cell() : Cell(std::move(text));
}

std::string TextOf(const Cell& cell, Unit unit) {
  std::string buffer;
  if (const auto text = TextIn(cell, buffer)) return Printable(*text);
  if (const auto* whole = std::get_if<int64_t>(&cell)) {
    return WholeText(*whole, unit);
  }
  if (const auto* real = std::get_if<double>(&cell)) {
    return RealText(*real, unit);
  }
  if (const auto* flag = std::get_if<bool>(&cell)) return *flag ? "yes" : "no";
  return "";
}

}  // namespace tfprof
