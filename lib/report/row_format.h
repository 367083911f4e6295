// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace tfprof {

// The audience of a table: people see the first rows and distinguishing
// columns, programs see everything.
struct RowFormat {
  bool is_for_people = true;
  int64_t row_limit = 20;  // rows that people see; 0 is all
  bool makes_rows = false;  // when they are written: Table::make_row

  // The number of rows shown out of `rows`.
  size_t Shown(size_t rows) const {
    if (!is_for_people || row_limit <= 0) return rows;
    return std::min(rows, static_cast<size_t>(row_limit));
  }

  static std::string WordsOfRest(size_t rows) {
    return fmt::format("{} more rows; --row_limit=0 shows all", rows);
  }
};

}  // namespace tfprof
