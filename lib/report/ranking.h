// SPDX-License-Identifier: Apache-2.0
// Orders lists by the cost of their rows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "report/table.h"

namespace tfprof {

struct Ranking {
  // the column of numbers whose shares are shown
  size_t column = 0;
  std::string of = "time";           // the noun for the whole
  std::optional<size_t> order = {};  // another column that decides the order
  double elsewhere = 0;              // part of the sum that is in no row
};

// Sorts the rows, descending by numbers or ascending by texts (stable), and
// adds two columns in front: each row's share and the cumulative share, both
// empty if the sum is 0.
void Rank(Table& table, const Ranking& ranking);

}  // namespace tfprof
