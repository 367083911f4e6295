// SPDX-License-Identifier: Apache-2.0
// Lists in order of what their rows cost.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "report/table.h"

namespace tfprof {

struct Ranking {
  size_t column = 0;                 // of numbers whose shares are told
  std::string of = "time";           // what these are of
  std::optional<size_t> order = {};  // another column that decides the order
  double elsewhere = 0;              // of the sum, in rows that are not there
};

// Puts the rows in descending order of a column of numbers or in that of a
// column of texts, equal ones as they stand, and two columns in front: each
// row's share, and that of all rows so far. Of nothing there are no shares.
void Rank(Table& table, const Ranking& ranking);

}  // namespace tfprof
