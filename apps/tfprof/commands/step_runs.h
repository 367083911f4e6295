// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "base/error.h"
#include "base/regex_set.h"
#include "commands/steps_options.h"
#include "load.h"

namespace tfprof {

// Nothing for an empty pattern.
Result<std::optional<RegexSet>> OptionalPattern(const std::string& pattern);

// The step files to use, in the order of their steps.
Result<std::vector<PickedFile>> PickRuns(const std::vector<PickedFile>& picked,
                                         std::vector<PickedFile> files,
                                         const StepsOptions& options,
                                         const Arguments& arguments,
                                         ChosenSteps& chosen);

}  // namespace tfprof
