// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/step_selection.h"
#include "model/step_table.h"
#include "report/report.h"

namespace tfprof {

// The length of each step, and the busy time of the step and its devices, with
// the selected steps marked as used. Empty for a table without steps. Borrows
// both arguments until the rows are written.
std::vector<Section> StepLengthTables(const StepTable& table,
                                      const ChosenSteps& chosen);
std::vector<Section> StepLengthTables(StepTable&&, const ChosenSteps&) = delete;

}  // namespace tfprof
