// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "flags.h"
#include "model/step_selection.h"

namespace tfprof {

// --steps=WHICH. What `steps` holds at that time is the default.
void AddStepsFlag(FlagSet& flags, StepSelection& steps);

}  // namespace tfprof
