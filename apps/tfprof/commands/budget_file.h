// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "analysis/gate/budget.h"
#include "base/error.h"

namespace tfprof {

// Reads a budget: TOML with [[limit]] tables. Errors name file and line; an
// unknown key and a budget without limits are errors.
Result<std::vector<Limit>> ReadBudget(const std::string& path);

// The same of its text.
Result<std::vector<Limit>> ParseBudget(std::string_view text,
                                       const std::string& path);

}  // namespace tfprof
