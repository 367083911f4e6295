// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "command.h"

namespace tfprof {

// The purpose of the program, its commands, and how to begin.
std::string ProgramHelp();

enum class HelpDetail : uint8_t {
  kScreen,  // the purpose of the command and its own flags; fits a screen
  kAll,     // every flag
};

std::string HelpOf(const Command& command, HelpDetail detail);

}  // namespace tfprof
