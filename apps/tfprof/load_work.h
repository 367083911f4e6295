// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "analysis/work/work_counter.h"
#include "arguments.h"
#include "base/error.h"
#include "wire/intake/input.h"

namespace tfprof {

// The work of nodes in the steps that `takes` accepts, counted as for `steps
// --show=roofline`, ready to be drained or finished. Nothing if there are no
// such steps, or if a step has no times or lost records. Warnings about `files`
// are dropped, since the caller reads the files, too.
Result<std::optional<WorkCounter>> LoadWork(
    const std::vector<PickedFile>& files,
    const std::function<bool(int64_t step)>& takes, const Arguments& arguments);

}  // namespace tfprof
