// SPDX-License-Identifier: Apache-2.0
// The recordings of a capture as sums by row and step, for whoever adds up:
// views, lists of steps, critical paths.
#pragma once

#include <memory>
#include <vector>

#include "model/dump_sink.h"
#include "model/xspace/recording.h"
#include "recorded/numbered_steps.h"

namespace tfprof {

// One of each process. The steps are those of `series`, by its numbers;
// `options` says whose slices are kept and which steps are wanted at all, and
// `canonical_names` calls nodes by CanonicalName.
std::vector<std::shared_ptr<const Recording>> RecordingsOf(
    const Capture& capture, const NumberedSteps& series,
    const RecordingOptions& options, bool canonical_names,
    std::shared_ptr<const StepSeriesWords> words);

}  // namespace tfprof
