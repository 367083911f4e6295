// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/path/path_tables.h"
#include "model/code_lines.h"
#include "report/dump_summary.h"

namespace tfprof {

// What on the critical path is worth mending, the most time first, with what
// to do about it. What that would save is told of steps of up to so many tasks:
// each answer runs the step again.
inline constexpr size_t kMostReplayedTasks = 20'000;

std::vector<DumpSummary::Finding> FindingsOn(StepPath path,
                                             const DumpSummary::Path& parts,
                                             const CodeLines& code);

}  // namespace tfprof
