// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tfprof {

// What the program is for, its commands, and how to begin.
std::string ProgramHelp();

}  // namespace tfprof
