// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace tfprof {

// The files and folders that match a shell pattern, in order; may be empty.
// Fails (kNotFound, kExhausted) if a folder cannot be listed, since its matches
// would be missing.
Result<std::vector<std::string>> GlobPaths(const std::string& pattern);

}  // namespace tfprof
