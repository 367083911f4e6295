// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

// True if `a` sorts before `b` when a run of digits counts as one number.
bool NaturallyBefore(std::string_view a, std::string_view b);

// The file name without its folder and without a suffix ".gz" or ".zst".
std::string_view PlainName(std::string_view path);

// The step number of each file: the last number in its name, ignoring a suffix
// ".gz", if every name has one and all differ; else 0, 1, 2. Shell pipes
// ("/dev/fd/63") have no number.
std::vector<int64_t> StepNumbers(const std::vector<std::string>& paths);

}  // namespace tfprof
