// SPDX-License-Identifier: Apache-2.0
// Table: rows of raw values under headings that know their unit. Formats word
// the values; nothing that makes a table does.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace tfprof {

enum class CellUnit : uint8_t {
  kNone,    // text, and counts: as they are
  kMicros,  // times
  kNanos,   // the same in ns
  kBytes,
  kShare,  // of 1
};

struct Column {
  std::string title;
  CellUnit unit = CellUnit::kNone;
};

// Nothing, text, a whole or a real number, yes or no.
using Cell = std::variant<std::monostate, std::string, int64_t, double, bool>;

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;

  // REQUIRES: as many cells as there are columns.
  void AddRow(std::vector<Cell> cells);
};

// What a column is called by programs: "time" in us is "time_us".
std::string KeyOf(const Column& column);

// A value as people read it: "1.50ms", "12.3%".
std::string TextOf(const Cell& cell, CellUnit unit);

}  // namespace tfprof
