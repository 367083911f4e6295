// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flags.h"
#include "model/rules.h"
#include "model/step_selection.h"

namespace tfprof {

// --steps=WHICH. What `steps` holds at that time is the default.
void AddStepsFlag(FlagSet& flags, StepSelection& steps);

// The same where it matters whether it was given; help calls `otherwise` what
// holds if it was not.
void AddStepsFlag(FlagSet& flags, std::optional<StepSelection>& steps,
                  std::string_view otherwise);

// The line under a table: which steps and which rules its numbers are about.
std::string RemarkOn(const std::vector<int64_t>& steps, std::string_view are,
                     const Rules& rules);

}  // namespace tfprof
