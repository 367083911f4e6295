// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/graph.h"
#include "report/benchmark_tables.h"
#include "report/report.h"

namespace tfprof {

// Outputs that differ between steps.
Section ShapeChangesOf(const BenchmarkTables& tables);

// Names that ran and that are missing from the graph of the program: joins by
// name lose their time.
Section UnmatchedOf(const BenchmarkTables& tables, const Graph& graph,
                    int64_t most_rows);

// The tables of steps as rows of raw numbers, for formats without a wording of
// their own.
std::vector<Section> SectionsOf(const BenchmarkTables& tables);

}  // namespace tfprof
