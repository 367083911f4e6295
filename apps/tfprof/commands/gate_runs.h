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

// Reads all runs once, one after the other and each in pieces of a few steps,
// so that memory does not grow with them. Answers with an input for each view,
// whose rows are all that there are, whatever the view's limits show. Errors
// name the run; two runs with the same content are one. Runs of a history are
// the baseline of the scope view; the others then have none.
Result<std::vector<GateInput>> LoadGateInputs(
    const GateQuestion& question, const Arguments& arguments,
    const std::vector<const View*>& views, Diagnostics& diagnostics);

// Reads one run by scope in the same way. `rows` are those of its view.
Result<OpenRun> ReadRunByScope(const std::string& dump,
                               const StepSelection& steps,
                               const Arguments& arguments,
                               std::vector<GateRow>& rows,
                               Diagnostics& diagnostics);

}  // namespace tfprof
