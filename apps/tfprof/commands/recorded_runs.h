// SPDX-License-Identifier: Apache-2.0
// Runs as the gate knows them, and as a history keeps them.
#pragma once

#include <vector>

#include "analysis/gate/open_run.h"
#include "base/error.h"
#include "commands/gate_question.h"
#include "commands/gate_rows.h"
#include "store/history.h"

namespace tfprof {

// What is kept of a run that was read by scope, without commit and the like.
// Fails with kNotFound if no step has a length.
Result<RecordedRun> RecordedOf(const OpenRun& open, std::vector<GateRow> rows);

// The last runs of the history that the question names, whose rows get their
// places among those of all. Fails with kNotFound if there is no run.
Result<std::vector<OpenRun>> ReadRecordedRuns(const GateQuestion& question,
                                              RowIndex& rows);

}  // namespace tfprof
