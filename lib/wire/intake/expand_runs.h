// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace tfprof {

// Expands words to dumps, in order. A word that is not an existing path and has
// '*', '?' or '[' stands for the matching paths; a folder that contains only
// folders stands for these; both in natural order. Fails with kNotFound if a
// pattern matches nothing.
Result<std::vector<std::string>> ExpandRuns(std::span<const std::string> words);

}  // namespace tfprof
