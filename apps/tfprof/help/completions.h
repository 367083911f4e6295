// SPDX-License-Identifier: Apache-2.0
// Shell completions, from the tables of commands and flags. Each is a script to
// be sourced, or to be installed in the shell's folder of completions.
#pragma once

#include <string>

namespace tfprof {

std::string BashCompletion();
std::string ZshCompletion();
std::string FishCompletion();

}  // namespace tfprof
