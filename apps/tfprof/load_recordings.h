// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
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

// The same of a capture that was read with these arguments.
Result<StepRecords> StretchesIn(const Capture& capture, const NodeInputs& graph,
                                bool is_whole, int64_t step,
                                const Arguments& arguments);

// The same, with the graph among `files`.
Result<StepRecords> StretchesIn(const Capture& capture,
                                const std::vector<PickedFile>& files,
                                bool is_whole, int64_t step,
                                const Arguments& arguments);

// The tables of recordings, and the steps that were chosen.
struct ChosenCapture {
  std::shared_ptr<const Capture> capture;
  CaptureChoice choice;
};

// Reads recordings by the corrected rules, and warns of what a reader must know
// of the steps. Fails with kUnsupported under the reference's rules, which have
// no `what`.
Result<ChosenCapture> LoadChosenCapture(const std::vector<PickedFile>& files,
                                        const StepSelection& asked,
                                        std::string_view what,
                                        const Arguments& arguments,
                                        Diagnostics& diagnostics);

// The tables of recordings with all events, by the corrected rules, whatever
// the arguments say. Null if `files` has none.
Result<std::shared_ptr<const Capture>> LoadCaptureWithEvents(
    const std::vector<PickedFile>& files, const Arguments& arguments,
    Diagnostics& diagnostics);

// The events of recordings in the steps that are asked for, a trace per
// process, in the order of the files.
Result<Traces> LoadEvents(const std::vector<PickedFile>& files,
                          const StepSelection& asked,
                          const Arguments& arguments, Diagnostics& diagnostics);

// The rows of Capture::steps that were chosen.
std::vector<uint32_t> RowsOfSteps(const Capture& capture,
                                  const ChosenSteps& chosen,
                                  const Arguments& arguments);

// The chosen steps of a table, with the name of their series.
ReportedSteps StepsOf(const ChosenSteps& chosen, const StepTable& table);

// kNotFound: there is no row in the recordings, and why.
Failure NothingRan(const std::vector<PickedFile>& files,
                   const Diagnostics& diagnostics);

}  // namespace tfprof
