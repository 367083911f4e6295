// SPDX-License-Identifier: Apache-2.0
#include "analysis/report.h"

#include <cassert>

namespace tfprof {

void Table::AddRow(std::vector<std::string> cells) {
  assert(cells.size() == columns.size());
  rows.push_back(std::move(cells));
}

}  // namespace tfprof
