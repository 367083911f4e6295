// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "analysis/gate/budget.h"
#include "base/error.h"

namespace tfprof {

// Reads a budget: TOML with [[limit]] and [[accept]] tables. Errors name file
// and line. An unknown key is an error, and so is a budget without tables.
Result<Budget> ReadBudget(const std::string& path);

// The same from the text of the file at `path`.
Result<Budget> ParseBudget(std::string_view text, const std::string& path);

}  // namespace tfprof
