// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/work/work_report.h"
#include "report/report.h"

namespace tfprof {

// The estimate of benchmark_model: convolutions and matrix products of the
// forward pass, per run and per second. `run_us`: mean length of a run, 0 if
// unknown. Notes, a row per node and, in JSON and CSV, a row of totals.
std::vector<Section> FlopsSectionsOf(const WorkReport& report, double run_us,
                                     int64_t most_rows);

}  // namespace tfprof
