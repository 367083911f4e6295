// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/path/path_tables.h"
#include "model/code_lines.h"
#include "report/dump_summary.h"

namespace tfprof {

// Findings on the critical path with advice, the longest first. Savings are
// computed only for steps of up to this many tasks: each replays the step.
inline constexpr size_t kMostReplayedTasks = 20'000;

std::vector<DumpSummary::Finding> FindingsOn(StepPath path,
                                             const DumpSummary::Path& parts,
                                             const CodeLines& code);

}  // namespace tfprof
