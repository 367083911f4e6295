// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "arguments.h"
#include "command.h"
#include "commands/steps_options.h"
#include "model/step_selection.h"
#include "wire/intake/input.h"

namespace tfprof {

// `steps --show=account,waits,regions,compiles,collectives,roofline` for an
// XSpace: where the time of its steps went, what devices waited for, and what
// they can do.
Status RunRecordedWaits(const StepsOptions& options, const StepSelection& steps,
                        const std::vector<PickedFile>& files,
                        const Arguments& arguments, CommandContext& context);

}  // namespace tfprof
