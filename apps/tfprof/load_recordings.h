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
// go. Fails with kLimit if that is too much to look at.
Result<StepRecords> LoadStretches(const std::vector<PickedFile>& files,
                                  const StepTable& table, int64_t step,
                                  const Arguments& arguments);

// The events of the chosen steps of `hosts`, or all if it is null, a trace a
// host.
Result<std::vector<Trace>> LoadEvents(const std::vector<PickedFile>& files,
                                      const Recordings& hosts,
                                      const ChosenSteps* chosen,
                                      const Arguments& arguments,
                                      Diagnostics& diagnostics);

}  // namespace tfprof
