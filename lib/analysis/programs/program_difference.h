// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "analysis/programs/program_sums.h"
#include "report/report.h"

namespace tfprof {

// What programs do and plan on both sides, and the change, by name. People see
// those that changed. Nothing: neither side has programs.
std::optional<Section> ProgramDifference(const ProgramSumsByName& before,
                                         const ProgramSumsByName& now,
                                         bool for_people);

}  // namespace tfprof
