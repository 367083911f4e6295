// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/report.h"
#include "analysis/step_tables.h"

namespace tfprof {

// Outputs that were not the same in every run.
Section ShapeChangesOf(const StepTables& tables);

// The tables of steps as rows of raw numbers, for formats that have no wording
// of their own for them.
std::vector<Section> SectionsOf(const StepTables& tables);

}  // namespace tfprof
