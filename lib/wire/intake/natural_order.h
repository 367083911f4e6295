// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

// Whether `a` comes before `b` when digits in a row count as one number.
bool NaturallyBefore(std::string_view a, std::string_view b);

// The name in its folder, without a suffix ".gz".
std::string_view PlainName(std::string_view path);

// The step number of each file: the last number in its name, without a suffix
// ".gz", if every name has one and no two the same; else 0, 1, 2. The names of
// a shell's pipes ("/dev/fd/63") have none.
std::vector<int64_t> StepNumbers(const std::vector<std::string>& paths);

}  // namespace tfprof
