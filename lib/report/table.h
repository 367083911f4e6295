// SPDX-License-Identifier: Apache-2.0
// Table: rows of raw values under headings with units. Output formats turn
// values into text; the makers of tables do not.
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

struct TableColumn {
  std::string title;
  Unit unit = Unit::kNone;
  // people need not see the column if all values are 0
  bool is_optional = false;
};

// Nothing, text, a whole or a real number, a truth value. The special members
// are in table.cc: GCC 12 destroys elements that were never constructed if a
// variant's constructors are constexpr and memory ends within an initializer
// list.
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
  std::vector<TableColumn> columns;
  std::vector<std::vector<Cell>> rows;
  // The column of shares, which tells people how much is in rows that they do
  // not see. In a tree, a row's share includes the rows below it.
  std::optional<size_t> shares = {};
  std::string shares_of = "time";
  // The default number of rows for people; programs get all rows.
  std::optional<size_t> most_rows = {};
  std::string all_by = "--output=table:rows=0";  // the flag that shows all rows

  // Rows after `rows` that are made only when they are written, since cells
  // take far more memory than their source. Formats that look at rows before
  // writing make them more than once.
  size_t rows_to_make = 0;
  std::function<std::vector<Cell>(size_t row)> make_row = {};

  size_t RowCount() const { return rows.size() + rows_to_make; }

  // The row with this number; `made` is storage for a row that has to be made.
  const std::vector<Cell>& RowAt(size_t row, std::vector<Cell>& made) const;

  // REQUIRES: as many cells as there are columns.
  void AddRow(std::vector<Cell> cells);

  // Adds `count` rows: now, or `when_written`, which keeps `make` until then.
  void AddRows(size_t count, bool when_written,
               std::function<std::vector<Cell>(size_t row)> make);

  // Makes all rows now, with texts of their own: the result does not need their
  // source.
  void MakeRows();

  // The column of depths, if there is one.
  std::optional<size_t> DepthColumn() const;
};

// The text in a cell, if it is one. `buffer` may be used.
std::optional<std::string_view> TextIn(const Cell& cell, std::string& buffer);

// The number in a cell, if there is one.
std::optional<double> NumberOf(const Cell& cell);

// A unit in the keys of data formats: "us"; empty for counts.
std::string_view KeyOf(Unit unit);

// A column in the keys of data formats: "time" in us is "time_us".
std::string KeyOf(const TableColumn& column);

// A value in the form for people: "1.50ms", "12.3%".
std::string TextOf(const Cell& cell, Unit unit);

}  // namespace tfprof
