// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/step_selection.h"
#include "model/xspace/recording_sink.h"
#include "wire/intake/input.h"

namespace tfprof {

// Recordings, with the steps of them that were asked for.
struct ChosenRecordings {
  Recordings hosts;
  StepTable steps;
  ChosenSteps chosen;
};

// The recordings among `files`. `stretches_of` as RecordingOptions has it.
Result<ChosenRecordings> LoadRecordings(const std::vector<PickedFile>& files,
                                        const StepSelection& asked,
                                        const Arguments& arguments,
                                        Diagnostics& diagnostics,
                                        std::optional<int64_t> stretches_of = {});

}  // namespace tfprof
