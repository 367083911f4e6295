// SPDX-License-Identifier: Apache-2.0
// The step files of a page. The needed steps are known only after all have been
// read, and keeping all of them would take far more memory than their files, so
// they are read once more, one after the other.
#pragma once

#include <optional>
#include <vector>

#include "analysis/work/ran_nodes.h"
#include "analysis/work/work_counter.h"
#include "arguments.h"
#include "base/error.h"
#include "model/step_records.h"
#include "report/report.h"
#include "wire/intake/input.h"

namespace tfprof {

struct PageStep {
  const PickedFile* file = nullptr;
  StepRecords records;  // with memory and shapes
  RanNodesSink ran;     // its partition graphs
};

// The first step with that number, or else the last step; nothing if no file
// has one. For all functions here: warnings are dropped, since `files` were
// read before, and the result borrows from `files`.
Result<std::optional<PageStep>> LoadPageStep(
    const std::vector<PickedFile>& files, std::optional<int64_t> number,
    const Arguments& arguments);

// The work of nodes in all steps; nothing if there is no step, or if one has no
// times. `graph` may be null.
Result<std::optional<WorkCounter>> LoadPageWork(
    const std::vector<PickedFile>& files, const Graph* graph,
    const LoggedFloatOps& logged, const Arguments& arguments);

// The operations of the step in file `first`, then of other steps until the
// page is full.
Result<Section> LoadPageTimelines(const std::vector<PickedFile>& files,
                                  const PickedFile* first,
                                  const Arguments& arguments);

}  // namespace tfprof
