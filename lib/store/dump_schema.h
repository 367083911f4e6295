// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tfprof {

// What a dump is as a database: docs/sql.md describes it. A column that is
// called as a table in the singular holds the id of one of its rows.
inline constexpr int kDumpSchemaVersion = 1;

// The tables, and what makes questions quick, to be made once they are full:
// of nodes and edges, and of what belongs to steps.
std::string DumpTables();
std::string GraphIndexes();
std::string StepIndexes();

}  // namespace tfprof
