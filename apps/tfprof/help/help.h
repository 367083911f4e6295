// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "command.h"

namespace tfprof {

// What the program is for, its commands, and how to begin.
std::string ProgramHelp();

enum class HelpDetail : uint8_t {
  kScreen,  // what the command is for and its own flags; fits a screen
  kAll,     // every flag
};

std::string HelpOf(const Command& command, HelpDetail detail);

}  // namespace tfprof
