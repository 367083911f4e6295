// SPDX-License-Identifier: Apache-2.0
// Which rows of a table people are shown when not all of them fit.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "report/table.h"

namespace tfprof {

struct ShownRows {
  std::vector<uint32_t> rows;  // in the order in which they are shown
  size_t left_out = 0;
  std::optional<double> left_out_share;
};

// At most `most` rows, or all of them if that is 0: the first of a list, and of
// a tree those with the largest shares and what these are under.
ShownRows ChooseRows(const Table& table, size_t most);

}  // namespace tfprof
