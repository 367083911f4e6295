// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/text/text.h"
#include "report/benchmark_tables.h"

namespace tfprof {

// The tables of benchmark_model, byte for byte except the order of equal rows.
Status RenderBenchmarkTables(const BenchmarkTables& tables, TextOutput& out);

}  // namespace tfprof
