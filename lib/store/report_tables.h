// SPDX-License-Identifier: Apache-2.0
// Tables of reports as tables of a dump's database.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "report/report.h"
#include "store/filled_database.h"

namespace tfprof {

// SQL for the tables of programs, kernels, idle time, regions and compilations.
std::string ReportTables();

// Writes sections into the tables that they are for, which stay empty without
// one. Values are those of a column of the same key, else NULL.
Status WriteReportTables(const std::vector<Section>& sections,
                         FilledDatabase& file);

}  // namespace tfprof
