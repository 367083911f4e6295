// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tfprof {

// The name of a dump: the last part of its path, resolving "." and "..".
std::string NameOfDump(const std::string& path);

}  // namespace tfprof
