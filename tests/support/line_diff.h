// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tfprof {

// How to get from `expected` to `actual`, line by line: "- " in front of what
// is missing, "+ " in front of what was not expected, two blanks in front of
// what is equal and near. Empty if the texts are equal. Bytes that a terminal
// would not show are escaped.
std::string LineDiff(std::string_view expected, std::string_view actual);

}  // namespace tfprof
