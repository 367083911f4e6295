// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "analysis/path/step_path.h"
#include "model/code_lines.h"
#include "report/dump_summary.h"

namespace tfprof {

// The critical path of a step by scope, op type and line of code. If there are
// more than `most` parts, the longest are listed, and the longest of each type
// and line.
DumpSummary::Path PathPartsOf(const StepPath& path, const CodeLines& code,
                              size_t most = SIZE_MAX);

}  // namespace tfprof
