// SPDX-License-Identifier: Apache-2.0
// Loads single steps: the step of median length with its critical path, and the
// step that takes the most memory.
#pragma once

#include <memory>
#include <vector>

#include "analysis/memory/memory_of_dump.h"
#include "analysis/path/path_of_dump.h"
#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/step_selection.h"

namespace tfprof {

struct PathQuestion {
  std::vector<Speedup> speedups;
  uint32_t threads = 0;  // 0: as many as the step had
  bool with_trace = false;
};

// Of step stats: the chosen step of median length; the shorter of two, the
// earlier of equals. The history covers all chosen steps.
Result<std::unique_ptr<PathOfDump>> LoadPath(const PathQuestion& question,
                                                   const StepSelection& steps,
                                                   const Arguments& arguments,
                                                   Diagnostics& diagnostics);

// The chosen step with the greatest peak; the first of equals.
Result<MemoryOfDump> LoadMemory(const StepSelection& steps,
                                const Arguments& arguments,
                                Diagnostics& diagnostics);

}  // namespace tfprof
