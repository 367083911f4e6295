// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/path/step_path.h"
#include "model/calls/function_names.h"
#include "model/step_records.h"

namespace tfprof {

// A call of a function that runs by itself is one task of a path, however long.
// Puts what ran in it in its place, always the task that ended last before the
// one after it began; the rest stays with the call. Nodes of functions are
// renamed to "call/node". `records` are those of the path.
void OpenCalls(const FunctionNames& functions, StepRecords& records,
               StepPath& path);

}  // namespace tfprof
