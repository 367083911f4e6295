// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/path/path_tables.h"
#include "analysis/path/step_path.h"
#include "model/code_lines.h"
#include "model/step_records.h"
#include "model/step_selection.h"
#include "model/trace.h"

namespace tfprof {

// A step and its critical paths. Cannot be moved: its parts point to each
// other.
struct PathOfDump {
  StepRecords records;
  std::vector<StepTasks> hosts;
  std::vector<PathAnswer> answers;  // of each host
  CodeLines code;
  PathHistory history;  // over the chosen steps, if several
  ChosenSteps chosen;
  Trace trace;  // of the step, if asked for
};

}  // namespace tfprof
