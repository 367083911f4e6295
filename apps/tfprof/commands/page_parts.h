// SPDX-License-Identifier: Apache-2.0
// What a page is made of: the same dump as every analysis sees it.
#pragma once

#include <vector>

#include "analysis/inventory.h"
#include "analysis/memory/live_memory.h"
#include "arguments.h"
#include "model/code_lines.h"
#include "model/step_selection.h"
#include "report/report.h"
#include "session.h"
#include "step_keeper.h"

namespace tfprof {

// A dump that was read once for everything that a page shows.
struct PageDump {
  Session session;
  InventorySink::Counts counts;
  std::vector<StepKeeper::Step> steps;
  CodeLines code;
  VariableBytes variables;
  ChosenSteps chosen;
  // Of XSpaces, which have no records of steps: what ran when in the step of
  // median length, or why that is not known, and its events, a trace a host.
  Recordings hosts;
  std::optional<Result<StepRecords>> stretches;
  std::vector<Trace> events;

  // The step of median length of the chosen ones, of two the lower, then the
  // earlier; null if no step has records.
  const StepKeeper::Step* Median() const;
};

// Reads a dump; `asked` chooses among its steps.
Result<PageDump> ReadPageDump(const Arguments& arguments,
                              const StepSelection& asked,
                              Diagnostics& diagnostics);

// The rows of a view for each choice of steps: what the selection says, the
// chosen steps, all, and each.
Result<ViewTree> TreeOfSteps(const View& view, const Selection& selection,
                             PageDump& dump, Diagnostics& diagnostics);

// What a page says of the step of median length: its critical path, what was
// alive when. Notes where that is not known.
std::vector<Section> PathParts(const PageDump& dump);
std::vector<Section> MemoryParts(const PageDump& dump);

// Every operation, of `first` and then of others, as long as they are few
// enough for a page.
Section TimelinePart(PageDump& dump, const StepKeeper::Step* first);

}  // namespace tfprof
