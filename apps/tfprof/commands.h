// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "command.h"

namespace tfprof {

// In the order of help.
const std::vector<Command>& Commands();

// The command that runs if none is named: the prompt.
const Command& PromptCommand();

// The command with that name, or null.
const Command* FindCommand(std::string_view name);

}  // namespace tfprof
