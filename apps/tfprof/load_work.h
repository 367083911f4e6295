// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "analysis/work/work_report.h"
#include "arguments.h"
#include "base/error.h"
#include "wire/intake/input.h"

namespace tfprof {

// What nodes did in the steps that `takes` chooses, counted as for `steps
// --show=roofline`. Nothing if there are no such steps, or the executions of
// one cannot be told apart: it has no times, or lost records. What reading
// `files` says is said by whoever reads them for something else.
Result<std::optional<WorkReport>> LoadWork(
    const std::vector<PickedFile>& files,
    const std::function<bool(int64_t step)>& takes, const Arguments& arguments);

}  // namespace tfprof
