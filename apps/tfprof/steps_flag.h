// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "flags.h"
#include "model/step_selection.h"

namespace tfprof {

// --steps=WHICH. What `steps` holds at that time is the default.
void AddStepsFlag(FlagSet& flags, StepSelection& steps);

// The same where it matters whether it was given; help calls `otherwise` what
// holds if it was not.
void AddStepsFlag(FlagSet& flags, std::optional<StepSelection>& steps,
                  std::string_view otherwise);

}  // namespace tfprof
