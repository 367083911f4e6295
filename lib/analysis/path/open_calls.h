// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/path/step_path.h"
#include "model/calls/function_names.h"
#include "model/step_records.h"

namespace tfprof {

// A call of a function that runs by itself is one long task of a path. Replaces
// it by what ran inside, going back from its end: always the task that ended
// last before the next began. The rest stays with the call. Nodes of functions
// are renamed to "call/node". REQUIRES: `records` are those of `path`.
void OpenCalls(const FunctionNames& functions, StepRecords& records,
               StepPath& path);

}  // namespace tfprof
