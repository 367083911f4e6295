// SPDX-License-Identifier: Apache-2.0
// JAX's device memory profiles, for `memory` and `diff`.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "analysis/diff.h"
#include "arguments.h"
#include "base/error.h"
#include "command.h"
#include "model/step_selection.h"
#include "output.h"

namespace tfprof {

// Shows a device memory profile. False if the dump is none.
Result<bool> ShowHeldMemory(const StepSelection& steps, int64_t row_limit,
                            const Arguments& arguments, Outputs& outputs,
                            CommandContext& context);

// Compares two of them. False if neither dump is one.
Result<bool> ShowHeldDifference(
    const std::pair<std::string, std::string>& dumps, const LeastChange& least,
    const Arguments& arguments, CommandContext& context);

}  // namespace tfprof
