// SPDX-License-Identifier: Apache-2.0
#include "view/forest.h"

#include <algorithm>

namespace tfprof {

void Forest::Reserve(size_t rows) {
  parent.reserve(rows);
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
  end.resize(size());
  for (uint32_t row = 0; row < size(); ++row) end[row] = row + 1;
  for (size_t row = size(); row-- > 1;) {
    uint32_t& above = end[parent[row]];
    above = std::max(above, end[row]);
  }
}

}  // namespace tfprof
