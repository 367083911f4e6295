// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/step_records.h"
#include "model/step_selection.h"
#include "model/trace.h"
#include "model/xspace/recording_sink.h"
#include "model/xspace/step_records_of.h"
#include "wire/intake/input.h"

namespace tfprof {

// Recordings, with the steps of them that were asked for.
struct ChosenRecordings {
  Recordings hosts;
  StepTable steps;
  ChosenSteps chosen;
};

// The recordings among `files`.
Result<ChosenRecordings> LoadRecordings(const std::vector<PickedFile>& files,
                                        const StepSelection& asked,
                                        const Arguments& arguments,
                                        Diagnostics& diagnostics);

// What ran when in `step`, a row of the recordings' `table`, with what let what
// go. `hosts` were read with the stretches of that step or of all; `graph` says
// what their operations take in. Fails with kLimit if that is too much to look
// at.
Result<StepRecords> StretchesOf(const Recordings& hosts, const StepTable& table,
                                int64_t step, const NodeInputs& graph);

// The same, read from `files`.
Result<StepRecords> LoadStretches(const std::vector<PickedFile>& files,
                                  const StepTable& table, int64_t step,
                                  const Arguments& arguments);

// The events of the chosen steps of `hosts`, a trace a host.
Result<std::vector<Trace>> LoadEvents(const std::vector<PickedFile>& files,
                                      const Recordings& hosts,
                                      const ChosenSteps& chosen,
                                      const Arguments& arguments,
                                      Diagnostics& diagnostics);

// Those of them that are of the chosen steps.
std::vector<Trace> EventsIn(const std::vector<Trace>& events,
                            const Recordings& hosts, const ChosenSteps& chosen);

}  // namespace tfprof
