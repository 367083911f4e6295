// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "base/regex_set.h"

namespace tfprof {

// Nothing for an empty pattern.
Result<std::optional<RegexSet>> OptionalPattern(const std::string& pattern);

}  // namespace tfprof
