// SPDX-License-Identifier: Apache-2.0
// What a page is made of: the same dump as every analysis sees it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "analysis/inventory.h"
#include "analysis/memory/live_memory.h"
#include "analysis/work/roofline.h"
#include "arguments.h"
#include "commands/page_steps.h"
#include "model/code_lines.h"
#include "model/packed_events.h"
#include "model/step_selection.h"
#include "report/report.h"
#include "session.h"

namespace tfprof {

// A dump, read once for all parts of a page, and its step files once more.
struct PageDump {
  Session session;
  InventorySink::Counts counts;
  // The chosen step of median length; of two the shorter, of equals the
  // earlier; nothing if no step has records.
  std::optional<PageStep> median;
  CodeLines code;
  VariableBytes variables;
  ChosenSteps chosen;
  std::optional<WorkTotals> work;  // of the step of median length
  // For XSpaces, which have no step records: the executions of the step of
  // median length, or why they are unknown, and events, a trace per host.
  Recordings hosts;
  std::optional<Result<StepRecords>> stretches;
  std::deque<PackedEvents> events;
  int64_t first_event_us = 0;
};

// Reads a dump; `asked` chooses among its steps.
Result<PageDump> ReadPageDump(const Arguments& arguments,
                              const StepSelection& asked,
                              Diagnostics& diagnostics);

// Sections about the step of median length: its critical path, and the memory
// in use over time. Notes say why a part is unknown. The path comes last: it
// gives back what finding names of that step needs.
std::vector<Section> PathParts(PageDump& dump);
std::vector<Section> MemoryParts(const PageDump& dump);

// Its float operations, as `summary` tells them; nothing if none are known.
std::vector<Section> WorkParts(const PageDump& dump);

// The operations of step `shown`, or else of the step of median length, then of
// other steps until the page is full. Takes what was recorded out of the dump.
Result<Section> TimelinePart(PageDump& dump, std::optional<int64_t> shown,
                             const Arguments& arguments);

}  // namespace tfprof
