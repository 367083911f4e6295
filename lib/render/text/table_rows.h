// SPDX-License-Identifier: Apache-2.0
// Chooses the rows to show if a table has too many.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "report/table.h"

namespace tfprof {

struct ShownRows {
  std::vector<uint32_t> rows;  // in display order
  size_t left_out = 0;
  std::optional<double> left_out_share;
};

// At most `most` rows (0: all): of a list the first ones, of a tree those with
// the largest shares and their ancestors.
ShownRows ChooseRows(const Table& table, size_t most);

}  // namespace tfprof
