// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/work/work_report.h"
#include "report/report.h"

namespace tfprof {

// What benchmark_model estimates: convolutions and matrix products of the
// forward pass, of a run and, over its length, of a second. `run_us` is the
// mean length of a run, 0 if it is not known. Notes, a row a node and, in JSON
// and CSV, one of totals.
std::vector<Section> FlopsSectionsOf(const WorkReport& report, double run_us,
                                     int64_t most_rows);

}  // namespace tfprof
