// SPDX-License-Identifier: Apache-2.0
// The parts of a table section that tests look at.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "report/report.h"
#include "support/catch.h"

namespace tfprof {

inline const Table& TableOf(const Section& section) {
  REQUIRE(std::holds_alternative<Table>(section.block));
  return std::get<Table>(section.block);
}

// The row that begins with a name.
inline std::vector<Cell> RowOf(const Section& section, std::string_view name) {
  const Table& table = TableOf(section);
  std::vector<Cell> made;
  for (size_t i = 0; i < table.RowCount(); ++i) {
    const std::vector<Cell>& row = table.RowAt(i, made);
    if (TextOf(row[0], Unit::kNone) == name) return row;
  }
  FAIL("no such row");
  return {};
}

// The rows as people read them: "a | 1.50ms | ".
inline std::vector<std::string> LinesOf(const Section& section) {
  std::vector<std::string> lines;
  const Table& table = TableOf(section);
  std::vector<Cell> made;
  for (size_t i = 0; i < table.RowCount(); ++i) {
    const std::vector<Cell>& row = table.RowAt(i, made);
    REQUIRE(row.size() == table.columns.size());
    std::string& line = lines.emplace_back();
    for (size_t column = 0; column < row.size(); ++column) {
      if (column > 0) line += " | ";
      line += TextOf(row[column], table.columns[column].unit);
    }
  }
  return lines;
}

}  // namespace tfprof
