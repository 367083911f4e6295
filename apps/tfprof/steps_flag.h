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

// --steps=WHICH. The value of `steps` at the call is the default.
void AddStepsFlag(FlagSet& flags, StepSelection& steps);

// The same, leaving `steps` empty if the flag is not given; help shows
// `otherwise` as the default.
void AddStepsFlag(FlagSet& flags, std::optional<StepSelection>& steps,
                  std::string_view otherwise);

// The line under a table with the steps and rules of its numbers.
std::string RemarkOn(const std::vector<int64_t>& steps, std::string_view are,
                     const Rules& rules);

}  // namespace tfprof
