// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/graph.h"
#include "report/benchmark_tables.h"
#include "report/report.h"

namespace tfprof {

// Outputs that were not the same in every step.
Section ShapeChangesOf(const BenchmarkTables& tables);

// Names that ran and that the graph, which a program defined, does not have:
// whoever joins by name loses their time.
Section UnmatchedOf(const BenchmarkTables& tables, const Graph& graph,
                    int64_t most_rows);

// The tables of steps as rows of raw numbers, for formats that have no wording
// of their own for them.
std::vector<Section> SectionsOf(const BenchmarkTables& tables);

}  // namespace tfprof
