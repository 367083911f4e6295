// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "analysis/gate/budget.h"
#include "base/error.h"

namespace tfprof {

// Reads a budget: TOML with [[limit]] and [[accept]] tables. Errors name file
// and line; an unknown key and a budget without any are errors.
Result<Budget> ReadBudget(const std::string& path);

// The same of its text.
Result<Budget> ParseBudget(std::string_view text, const std::string& path);

}  // namespace tfprof
