// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "command.h"

namespace tfprof {

// In the order of the help.
const std::vector<Command>& Commands();

// What runs when no command is named: the prompt.
const Command& PromptCommand();

// The command of that name, or null.
const Command* FindCommand(std::string_view name);

}  // namespace tfprof
