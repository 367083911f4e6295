// SPDX-License-Identifier: Apache-2.0
// What questions about single steps start from: the step that is in the middle
// by length and its critical path, the step that takes the most memory.
#pragma once

#include <memory>
#include <vector>

#include "analysis/memory/live_memory.h"
#include "analysis/path/path_tables.h"
#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/code_lines.h"
#include "model/step_records.h"

namespace tfprof {

// A step and its critical paths. It does not move, as its parts point to each
// other.
struct PathOfDump {
  StepRecords records;
  std::vector<StepTasks> hosts;
  std::vector<PathAnswer> answers;  // of each host
  CodeLines code;
  PathHistory history;  // of all steps, if there are several
};

struct PathQuestion {
  std::vector<Speedup> speedups;
  uint32_t threads = 0;  // as many as the step had
};

// Of the step of median length; of two the lower, then the earlier.
Result<std::unique_ptr<const PathOfDump>> LoadPath(const PathQuestion& question,
                                                   const Arguments& arguments,
                                                   Diagnostics& diagnostics);

// A step and what its allocators held.
struct MemoryOfDump {
  StepRecords records;
  std::vector<AllocatorMemory> memory;
  CodeLines code;
  bool is_first = false;  // of several steps
};

// Of the step with the greatest peak, of several the first.
Result<MemoryOfDump> LoadMemory(const Arguments& arguments,
                                Diagnostics& diagnostics);

}  // namespace tfprof
