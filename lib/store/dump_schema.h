// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "model/measure.h"

namespace tfprof {

// What a dump is as a database: docs/sql.md describes it. A column that is
// called as a table in the singular holds the id of one of its rows.
inline constexpr int kDumpSchemaVersion = 1;

// What the costs of nodes are, before they are rounded: sums over so many steps
// whose mean is shown, times perhaps in picoseconds. Totals are rounded once,
// so that what they are made of is kept in a table of its own if it is not what
// is shown.
struct CostScale {
  int64_t steps = 1;
  bool in_picos = false;

  bool IsRounded() const { return steps > 1 || in_picos; }

  int64_t DivisorOf(Measure measure) const;
};

// The tables, and what makes questions quick, to be made once they are full:
// of nodes and edges, and of what belongs to steps.
std::string DumpTables(const CostScale& scale);
std::string GraphIndexes();
std::string StepIndexes();

}  // namespace tfprof
