// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/step_selection.h"
#include "report/report.h"

namespace tfprof {

// One screen about a dump of any kind. Step files are read once, and the file
// of the step whose path is shown twice.
Result<Report> LoadSummary(const StepSelection& steps,
                           const Arguments& arguments,
                           Diagnostics& diagnostics);

}  // namespace tfprof
