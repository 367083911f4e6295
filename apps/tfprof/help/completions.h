// SPDX-License-Identifier: Apache-2.0
// What shells complete, from the tables of commands and flags. Each is a script
// to be sourced, or put where the shell looks for completions.
#pragma once

#include <string>

namespace tfprof {

std::string BashCompletion();
std::string ZshCompletion();
std::string FishCompletion();

}  // namespace tfprof
