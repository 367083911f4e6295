// SPDX-License-Identifier: Apache-2.0
// Lists in order of what their rows cost.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "report/table.h"

namespace tfprof {

struct Ranking {
  size_t column = 0;                 // of numbers whose shares are shown
  std::string of = "time";           // what the shares are of
  std::optional<size_t> order = {};  // another column that decides the order
  double elsewhere = 0;              // part of the sum in rows left out
};

// Sorts the rows, descending by numbers or ascending by texts (stable), and
// adds two columns in front: each row's share and the cumulative share, both
// empty if the sum is 0.
void Rank(Table& table, const Ranking& ranking);

}  // namespace tfprof
