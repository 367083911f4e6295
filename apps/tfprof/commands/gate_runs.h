// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "analysis/gate/open_run.h"
#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "commands/gate_question.h"
#include "model/step_selection.h"
#include "view/view.h"

namespace tfprof {

// Reads all runs, one after the other and each a few steps at a time, so memory
// does not grow with them. The result is an input for each of `views`, with all
// rows, including those that the view's limits hide. Errors name the run; two
// runs with the same content are an error. A history is the baseline of the
// scope view only; the other views then have none.
Result<std::vector<GateInput>> LoadGateInputs(
    const GateQuestion& question, const Arguments& arguments,
    const std::vector<const View*>& views, Diagnostics& diagnostics);

// Reads one run in the scope view. `rows` receives the rows.
Result<OpenRun> ReadRunByScope(const std::string& dump,
                               const StepSelection& steps,
                               const Arguments& arguments,
                               GateRows& rows,
                               Diagnostics& diagnostics);

}  // namespace tfprof
