// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace tfprof {

// The dumps that words stand for, in their order. A word that is no path but
// has '*', '?' or '[' stands for the paths that match; a folder that has
// folders in it and nothing else, for these; both in natural order. Fails with
// kNotFound if nothing matches a pattern.
Result<std::vector<std::string>> ExpandRuns(std::span<const std::string> words);

}  // namespace tfprof
