// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace tfprof {

// The files and folders that a pattern of the shell names, in order; none if
// there are none. Fails (kNotFound, kExhausted) if a folder cannot be looked
// into, as what it holds would be missing.
Result<std::vector<std::string>> GlobPaths(const std::string& pattern);

}  // namespace tfprof
