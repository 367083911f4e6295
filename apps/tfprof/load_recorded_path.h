// SPDX-License-Identifier: Apache-2.0
// Loads the paths of recordings.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/path/path_of_dump.h"
#include "analysis/waiting/recorded_path.h"
#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "load_step.h"
#include "model/step_selection.h"
#include "report/report.h"
#include "wire/intake/input.h"

namespace tfprof {

struct LoadedRecordedPath {
  std::shared_ptr<const RecordedPath> path;
  ReportedSteps steps;
  std::string note;  // on the chosen steps; may be empty
};

// The chains of the chosen steps. The pieces are those of the median step: of
// the used steps, unless steps are listed. Fails with kNotFound if nothing ran.
Result<LoadedRecordedPath> RecordedPathIn(
    const std::shared_ptr<const Capture>& capture, const StepSelection& asked,
    const OwnFiles& own);

// The same, read from files.
Result<LoadedRecordedPath> LoadRecordedPath(
    const StepSelection& asked, const std::vector<PickedFile>& files,
    const Arguments& arguments, Diagnostics& diagnostics);

// Answers what-ifs about the median step: a replay of its works. Fails with
// kUnsupported if too much of the step is unknown.
Result<std::unique_ptr<PathOfDump>> AskRecordedPath(
    const PathQuestion& question, const RecordedPath& path,
    const std::vector<PickedFile>& files, const Arguments& arguments);

}  // namespace tfprof
