// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/fleet/fleet.h"
#include "analysis/fleet/worker.h"
#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/step_selection.h"

namespace tfprof {

struct WorkerDump {
  std::string name;
  std::string path;
};

// Parses words "DUMP", "NAME=DUMP" and patterns that ExpandRuns expands. A
// worker without a name is named after its folder or file. Fails with
// kInvalidArgument if two have the same name.
Result<std::vector<WorkerDump>> WorkersOf(
    const std::vector<std::string>& words);

// Reads the dumps, several at a time (--jobs), and passes each worker's sums to
// `take`, in any order, one call at a time. An unreadable dump becomes a worker
// with an error, unless the system has no files or memory left. Returns the
// first error of `take`, that one (kExhausted), or kInterrupted.
Status LoadWorkers(const std::vector<WorkerDump>& dumps,
                   const StepSelection& steps, const Arguments& arguments,
                   const std::function<Status(Worker)>& take,
                   Diagnostics& diagnostics);

// Reads workers from a file of `fleet --records` ("-": standard input).
Status LoadRecords(const std::string& path, const Arguments& arguments,
                   Fleet& fleet);

}  // namespace tfprof
