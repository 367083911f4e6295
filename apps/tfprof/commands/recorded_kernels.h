// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/top/top.h"
#include "arguments.h"
#include "command.h"
#include "model/step_selection.h"
#include "wire/intake/input.h"

namespace tfprof {

// `top --by=kernel`: the kernels and copies of GPUs in an XSpace.
Status RunRecordedKernels(const TopOptions& options, const StepSelection& steps,
                          const std::vector<PickedFile>& files,
                          const Arguments& arguments, CommandContext& context);

// `top --by=region`: what was launched in annotations of the program, and how
// long the host was in them.
Status RunRecordedRegions(const TopOptions& options,
                          const std::vector<PickedFile>& files,
                          const Arguments& arguments, CommandContext& context);

// `top --by=program` and `--by=category`: the instructions of XLA programs in
// an XSpace.
Status RunRecordedPrograms(const TopOptions& options,
                           const StepSelection& steps,
                           const std::vector<PickedFile>& files,
                           const Arguments& arguments, CommandContext& context);

}  // namespace tfprof
