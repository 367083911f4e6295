// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tfprof {

// What people call a dump: the last name of its path, also of "." and "..".
std::string NameOfDump(const std::string& path);

}  // namespace tfprof
