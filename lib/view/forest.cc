// SPDX-License-Identifier: Apache-2.0
#include "view/forest.h"

#include <algorithm>
#include <numeric>

namespace tfprof {

void Forest::Reserve(size_t rows) {
  name.reserve(rows);
  members.ReserveRows(rows);
}

uint32_t Forest::AddRow(uint32_t under, std::string_view row_name) {
  const auto row = static_cast<uint32_t>(parent.size());
  parent.push_back(under);
  name.push_back(row_name);
  return row;
}

void Forest::Close() {
  std::vector<uint32_t> ends(size());
  std::iota(ends.begin(), ends.end(), 1u);
  for (size_t row = size(); row-- > 1;) {
    uint32_t& above = ends[parent[row]];
    above = std::max(above, ends[row]);
  }
  for (const uint32_t of_row : ends) end.push_back(of_row);
}

}  // namespace tfprof
