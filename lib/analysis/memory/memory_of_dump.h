// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/memory/live_memory.h"
#include "model/code_lines.h"
#include "model/step_records.h"
#include "model/step_selection.h"

namespace tfprof {

// A step and what its allocators held.
struct MemoryOfDump {
  StepRecords records;
  std::vector<AllocatorMemory> memory;
  CodeLines code;
  ChosenSteps chosen;  // the greatest peak is that of this step
  bool is_first = false;  // of several steps
};

}  // namespace tfprof
