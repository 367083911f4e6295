// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "analysis/programs/planned_memory.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

// What programs plan, what is alive at their peaks, and, for programs, the
// bytes before each instruction. People see what is alive at the greatest
// peak. Sections without rows are left out.
std::vector<Section> PlannedSections(
    const std::shared_ptr<const Planned>& planned, const RowFormat& format);

}  // namespace tfprof
