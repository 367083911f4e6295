// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analysis/gate/gate.h"
#include "report/report.h"

namespace tfprof {

// The result of a gate as tables: measures, rows, exact changes, runs. People
// get spreads, few columns and ten rows; programs get everything.
std::vector<Section> GateTables(const GateInput& input,
                                const GateOptions& options,
                                const GateResult& result, bool is_for_people);

Section RunsTable(const GateInput& input, bool is_for_people);

// The numbers of the verdict, for programs.
std::vector<std::pair<TableColumn, Cell>> VerdictNumbers(
    const GateOptions& options, const GateResult& result);

}  // namespace tfprof
