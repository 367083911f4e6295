// SPDX-License-Identifier: Apache-2.0
// Converts runs of the gate to and from the runs that a history stores.
#pragma once

#include <vector>

#include "analysis/gate/open_run.h"
#include "base/error.h"
#include "commands/gate_question.h"
#include "commands/gate_rows.h"
#include "store/history.h"

namespace tfprof {

// The stored form of a run that was read in the scope view, without commit,
// branch and labels. Fails with kNotFound if no step has a length.
Result<RecordedRun> RecordedOf(const OpenRun& open, GateRows rows);

// The last runs of the question's history; their rows are added to `rows`.
// Fails with kNotFound if there is no run.
Result<std::vector<OpenRun>> ReadRecordedRuns(const GateQuestion& question,
                                              RowIndex& rows);

}  // namespace tfprof
