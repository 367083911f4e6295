// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/path/step_path.h"
#include "model/code_lines.h"
#include "report/dump_summary.h"

namespace tfprof {

// The critical path of a step by scope, op type and line of code.
DumpSummary::Path PathPartsOf(const StepPath& path, const CodeLines& code);

}  // namespace tfprof
