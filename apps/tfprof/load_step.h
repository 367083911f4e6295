// SPDX-License-Identifier: Apache-2.0
// What questions about single steps start from: the step that is in the middle
// by length and its critical path, the step that takes the most memory.
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
  uint32_t threads = 0;  // as many as the step had
  bool with_trace = false;
};

// Of the chosen steps the one of median length; of two the lower, then the
// earlier. The history is of all chosen ones.
Result<std::unique_ptr<PathOfDump>> LoadPath(const PathQuestion& question,
                                                   const StepSelection& steps,
                                                   const Arguments& arguments,
                                                   Diagnostics& diagnostics);

// Of the chosen steps the one with the greatest peak, of several the first.
Result<MemoryOfDump> LoadMemory(const StepSelection& steps,
                                const Arguments& arguments,
                                Diagnostics& diagnostics);

}  // namespace tfprof
