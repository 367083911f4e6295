// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "arguments.h"
#include "command.h"
#include "commands/steps_options.h"
#include "wire/intake/input.h"

namespace tfprof {

// `steps --show=flops,roofline` of a graph that did not run. REQUIRES: there is
// a graph.
Status RunGraphSteps(const StepsOptions& options,
                     const std::vector<PickedFile>& files,
                     const Arguments& arguments, CommandContext& context);

}  // namespace tfprof
