// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/step_selection.h"
#include "model/step_table.h"
#include "report/report.h"

namespace tfprof {

// How long each step was and how busy it and its devices were, with the steps
// that numbers are about marked as used. None for a table without steps.
// Borrows both until the rows are written.
std::vector<Section> StepLengthTables(const StepTable& table,
                                      const ChosenSteps& chosen);
std::vector<Section> StepLengthTables(StepTable&&, const ChosenSteps&) = delete;

}  // namespace tfprof
