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

namespace tfprof {

struct PathQuestion {
  std::vector<Speedup> speedups;
  uint32_t threads = 0;  // as many as the step had
};

// Of the step of median length; of two the lower, then the earlier.
Result<std::unique_ptr<const PathOfDump>> LoadPath(const PathQuestion& question,
                                                   const Arguments& arguments,
                                                   Diagnostics& diagnostics);

// Of the step with the greatest peak, of several the first.
Result<MemoryOfDump> LoadMemory(const Arguments& arguments,
                                Diagnostics& diagnostics);

}  // namespace tfprof
