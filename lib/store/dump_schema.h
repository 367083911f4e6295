// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "model/measure.h"

namespace tfprof {

// The schema of a dump's database; docs/sql.md describes it. A column named
// after a table, in the singular, holds the id of one of its rows.
inline constexpr int kDumpSchemaVersion = 1;

// The costs of nodes before rounding: sums over `steps` steps whose mean is
// shown, with times perhaps in picoseconds. Totals are rounded only once, so
// costs that differ from the shown ones have a table of their own.
struct CostScale {
  int64_t steps = 1;
  bool in_picos = false;

  bool IsRounded() const { return steps > 1 || in_picos; }

  int64_t DivisorOf(Measure measure) const;
};

// SQL for the tables and views, and for the indexes.
std::string DumpTables(const CostScale& scale);
std::string IndexesOnNumbers();
std::string NameIndex();
std::string MemoryIndex();

}  // namespace tfprof
