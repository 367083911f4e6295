// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/packed_events.h"
#include "model/step_records.h"
#include "model/step_selection.h"
#include "model/trace.h"
#include "model/xspace/recording_sink.h"
#include "model/xspace/step_records_of.h"
#include "recorded/capture.h"
#include "report/report.h"
#include "wire/intake/input.h"

namespace tfprof {

// Recordings with the chosen steps.
struct ChosenRecordings {
  Recordings hosts;
  StepTable steps;
  ChosenSteps chosen;
  // The same with all of their tables, and the chosen steps of all names; null
  // under the reference's rules.
  std::shared_ptr<const Capture> capture;
  CaptureChoice choice;
};

// The recordings among `files`.
Result<ChosenRecordings> LoadRecordings(const std::vector<PickedFile>& files,
                                        const StepSelection& asked,
                                        const Arguments& arguments,
                                        Diagnostics& diagnostics);

// The executions in `step`, and their launches; in the whole recording if no
// step is marked (`is_whole`). REQUIRES: `hosts` were read with the slices of
// that step or of all. `graph` has the inputs of operations. Fails with kLimit
// if there are too many slices.
Result<StepRecords> StretchesOf(const Recordings& hosts, bool is_whole,
                                int64_t step, const NodeInputs& graph);

// The same, read from `files`.
Result<StepRecords> LoadStretches(const std::vector<PickedFile>& files,
                                  bool is_whole, int64_t step,
                                  const Arguments& arguments);

// The same without reading the XSpaces again. REQUIRES: the capture is of
// `files`, read with these arguments.
Result<StepRecords> StretchesIn(const Capture& capture,
                                const std::vector<PickedFile>& files,
                                bool is_whole, int64_t step,
                                const Arguments& arguments);

// The events of the chosen steps of `hosts`, a trace per host.
Result<Traces> LoadEvents(const std::vector<PickedFile>& files,
                                      const Recordings& hosts,
                                      const ChosenSteps& chosen,
                                      const Arguments& arguments,
                                      Diagnostics& diagnostics);

// The rows of Capture::steps that were chosen.
std::vector<uint32_t> RowsOfSteps(const Capture& capture,
                                  const ChosenSteps& chosen,
                                  const Arguments& arguments);

// The chosen steps of a table, with the name of their series.
ReportedSteps StepsOf(const ChosenSteps& chosen, const StepTable& table);

// kNotFound: there is no row in the recordings, and why.
Failure NothingRan(const std::vector<PickedFile>& files,
                   const Diagnostics& diagnostics);

// The events that are in the chosen steps.
std::deque<PackedEvents> EventsIn(std::deque<PackedEvents> events,
                                  const Recordings& hosts,
                                  const ChosenSteps& chosen);

}  // namespace tfprof
