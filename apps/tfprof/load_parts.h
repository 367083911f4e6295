// SPDX-License-Identifier: Apache-2.0
// Loads the parts of a run's steps, to tell why steps of another run are
// longer.
#pragma once

#include <memory>
#include <vector>

#include "analysis/difference/difference.h"
#include "analysis/recording_facts.h"
#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/step_selection.h"
#include "recorded/capture.h"
#include "wire/intake/input.h"

namespace tfprof {

// The parts of a capture's chosen steps.
Result<RunParts> PartsOfCapture(std::shared_ptr<const Capture> capture,
                                const StepSelection& steps,
                                const Arguments& arguments);

// The parts of the chosen steps of recordings or step files, of the files of a
// dump. Fills `facts` for recordings. Fails with kNotFound if no step has times.
Result<RunParts> LoadParts(const std::vector<PickedFile>& files,
                           const StepSelection& steps,
                           const Arguments& arguments, RecordingFacts& facts,
                           Diagnostics& diagnostics);

}  // namespace tfprof
