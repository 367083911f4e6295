// SPDX-License-Identifier: Apache-2.0
// The parts of a page: one dump, seen by every analysis.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/inventory.h"
#include "analysis/memory/live_memory.h"
#include "analysis/waiting/recorded_path.h"
#include "analysis/work/roofline.h"
#include "arguments.h"
#include "commands/page_steps.h"
#include "model/code_lines.h"
#include "model/step_selection.h"
#include "model/trace.h"
#include "report/report.h"
#include "session.h"

namespace tfprof {

// A dump, read once for all parts of a page, and its step files once more.
struct PageDump {
  Session session;
  InventorySink::Counts counts;
  // The chosen step of median length; the shorter of two, the earlier of
  // equals; nothing if no step has records.
  std::optional<PageStep> median;
  CodeLines code;
  VariableBytes variables;
  ChosenSteps chosen;
  std::optional<WorkTotals> work;  // of the step of median length
  // For XSpaces, which have no step records: the path of the step of median
  // length, or the reason why it is unknown, and events, a trace per host.
  Recordings hosts;
  std::optional<Result<std::shared_ptr<const RecordedPath>>> recorded_path;
  Traces events;
  int64_t first_event_us = 0;
  CaptureChoice choice;  // the chosen steps, if `counts` has a capture
};

// Reads a dump; `asked` selects its steps.
Result<PageDump> ReadPageDump(const Arguments& arguments,
                              const StepSelection& asked,
                              Diagnostics& diagnostics);

// Sections about the step of median length: its critical path, and the memory
// in use over time. Notes explain missing parts. The path comes last, since it
// frees the lookup tables of the step.
std::vector<Section> PathParts(PageDump& dump);
std::vector<Section> MemoryParts(const PageDump& dump);

// The float operations of the step, as in `summary`; empty if unknown.
std::vector<Section> WorkParts(const PageDump& dump);

// The operations of step `shown`, by default of the step of median length, then
// of other steps until the page is full. Moves the recorded data out of the
// dump.
Result<Section> TimelinePart(PageDump& dump, std::optional<int64_t> shown,
                             const Arguments& arguments);

}  // namespace tfprof
