// SPDX-License-Identifier: Apache-2.0
// One screen about a dump, from what was found in its steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/work/roofline.h"
#include "model/step_selection.h"
#include "model/step_table.h"
#include "report/dump_summary.h"

namespace tfprof {

// The results of a step that has been read.
struct StepDigest {
  int64_t step = 0;
  std::vector<DumpSummary::Memory> memory;
  std::optional<WorkTotals> work;  // unset without times
};

struct SummaryInput {
  std::string name;              // to show
  std::string dump;              // for commands
  std::optional<int64_t> nodes;  // of the graph
  bool has_code = false;         // lines of code are known
  std::string steps_shown = {};  // "--show=waits", if that tells more
  const StepTable& table;
  const ChosenSteps& chosen;
  std::vector<StepDigest> digests;  // of step files
};

// Adds title, lengths, memory, work and the next commands to `summary`, which
// has path or top, and findings already.
void CompleteSummary(const SummaryInput& input, DumpSummary& summary);

}  // namespace tfprof
