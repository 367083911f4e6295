// SPDX-License-Identifier: Apache-2.0
// From the words of a command line to Arguments.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "commands.h"
#include "flags.h"

namespace tfprof {

// A command line taken apart: words that are no flags, and flags with their
// values in order.
struct SplitWords {
  std::vector<std::string> words;
  std::vector<std::pair<const Flag*, std::string>> flags;
  bool wants_help = false;
  bool wants_version = false;
};

// Knows the three spellings --name=value, --name value and -name value. Fails
// with kInvalidArgument on an unknown flag or a missing value.
Result<SplitWords> SplitCommandLine(std::span<const std::string> args);

// The arguments of `command`, from the words after it and the flags.
Result<Arguments> ParseArguments(const Command& command,
                                 const SplitWords& split);

// The flags a command takes, in the order of the table.
std::vector<const Flag*> FlagsTakenBy(const Command& command);

// The command's help, every flag with its default.
std::string HelpOf(const Command& command);

}  // namespace tfprof
