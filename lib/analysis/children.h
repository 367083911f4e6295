// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/lists.h"

namespace tfprof {

// The rows under each row, in order. `parent_of` takes a row; row 0 is the root.
template <typename ParentOf>
Lists<uint32_t> ChildrenByParent(size_t rows, ParentOf parent_of) {
  std::vector<uint64_t> ends(rows);
  for (uint32_t row = 1; row < rows; ++row) ++ends[parent_of(row)];
  uint64_t end = 0;
  for (uint64_t& of_row : ends) of_row = std::exchange(end, end + of_row);
  std::vector<uint32_t> children(end);
  // Moves the begin of each list to its end.
  for (uint32_t row = 1; row < rows; ++row) {
    children[ends[parent_of(row)]++] = row;
  }
  return {std::move(children), ends};
}

}  // namespace tfprof
