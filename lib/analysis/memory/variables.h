// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "analysis/memory/live_memory.h"

namespace tfprof {

// A resource variable whose handle a step uses.
struct VariableHandle {
  uint32_t record = 0;  // of its VarHandleOp
  int64_t bytes = 0;
  std::vector<StringId> readers;  // names of the executions that read it
};

// The handles that ran on each host, in order of their names.
std::map<StringId, std::vector<VariableHandle>> HandlesByHost(
    const StepRecords& records, const VariableBytes& variables);

}  // namespace tfprof
