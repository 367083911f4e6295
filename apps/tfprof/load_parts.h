// SPDX-License-Identifier: Apache-2.0
// Loads the parts of a run's steps, to tell why steps of another run are
// longer.
#pragma once

#include <memory>
#include <string>

#include "analysis/difference/difference.h"
#include "analysis/recording_facts.h"
#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/step_selection.h"
#include "recorded/capture.h"

namespace tfprof {

// The parts of a capture's chosen steps.
Result<RunParts> PartsOfCapture(std::shared_ptr<const Capture> capture,
                                const StepSelection& steps,
                                const Arguments& arguments);

// The parts of the chosen steps of recordings or step files. Fills `facts` for
// recordings. Fails with kNotFound if no step has times.
Result<RunParts> LoadParts(const std::string& dump, const StepSelection& steps,
                           Arguments arguments, RecordingFacts& facts,
                           Diagnostics& diagnostics);

}  // namespace tfprof
