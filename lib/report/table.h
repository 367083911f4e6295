// SPDX-License-Identifier: Apache-2.0
// Table: rows of raw values under headings that know their unit. Formats word
// the values; nothing that makes a table does.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/unit.h"
#include "report/cell_text.h"

namespace tfprof {

struct Column {
  std::string title;
  Unit unit = Unit::kNone;
  bool is_optional = false;  // people need not see it where all are 0
};

// Nothing, text, a whole or a real number, yes or no. The special members are
// in table.cc: if a variant's constructors are constexpr and memory ends within
// a list of them, GCC 12 destroys elements that it has not made.
struct Cell : std::variant<std::monostate, OwnedText, BorrowedText, int64_t,
                           double, bool> {
  using variant::variant;
  Cell() noexcept;
  Cell(const Cell&);
  Cell(Cell&&) noexcept;
  Cell& operator=(const Cell&);
  Cell& operator=(Cell&&) noexcept;
  ~Cell();
};

template <typename Value>
Cell CellOf(const std::optional<Value>& value) {
  return value ? Cell(*value) : Cell();
}

// The text as a cell; an empty text is an empty cell.
Cell CellOfText(OwnedText text);

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  // The column of shares, from which people are told how much is in rows that
  // they do not see. In a tree, a row's share includes those of the rows below.
  std::optional<size_t> shares = {};
  std::string shares_of = "time";
  // How many rows people see if they do not say; programs get all of them.
  std::optional<size_t> most_rows = {};
  std::string all_by = "--output=table:rows=0";  // what shows all of them

  // Rows that come after `rows` and are made only when they are written, since
  // they take far more memory than their source; more than once by formats that
  // look at rows before they write them.
  size_t rows_to_make = 0;
  std::function<std::vector<Cell>(size_t row)> make_row = {};

  size_t RowCount() const { return rows.size() + rows_to_make; }

  // The row with this number; `made` holds it if it has to be made.
  const std::vector<Cell>& RowAt(size_t row, std::vector<Cell>& made) const;

  // REQUIRES: as many cells as there are columns.
  void AddRow(std::vector<Cell> cells);

  // Adds `count` rows: now, or `when_written`, until when `make` is kept.
  void AddRows(size_t count, bool when_written,
               std::function<std::vector<Cell>(size_t row)> make);

  // The column of depths, if there is one.
  std::optional<size_t> DepthColumn() const;
};

// The text in a cell, if it is one. `buffer` may be used.
std::optional<std::string_view> TextIn(const Cell& cell, std::string& buffer);

// The number in a cell, if there is one.
std::optional<double> NumberOf(const Cell& cell);

// What a unit is called by programs: "us"; nothing for counts.
std::string_view KeyOf(Unit unit);

// What a column is called by programs: "time" in us is "time_us".
std::string KeyOf(const Column& column);

// A value as people read it: "1.50ms", "12.3%".
std::string TextOf(const Cell& cell, Unit unit);

}  // namespace tfprof
