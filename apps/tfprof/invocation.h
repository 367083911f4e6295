// SPDX-License-Identifier: Apache-2.0
// From the words of a command line to the work of a command.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "command.h"

namespace tfprof {

// A command with its flags, ready to parse a command line.
class Invocation {
 public:
  explicit Invocation(const Command& command);
  Invocation(const Invocation&) = delete;
  Invocation& operator=(const Invocation&) = delete;

  const Command& command() const { return command_; }

  const FlagSet& flags() const { return flags_; }

  const Arguments& arguments() const { return arguments_; }

  // The request in the command line.
  enum class Wish { kAnswer, kHelp, kAllHelp, kVersion };

  // The given flags and their values, in order.
  struct Given {
    const Flag* flag = nullptr;
    std::string value;
  };

  const std::vector<Given>& given() const { return given_; }

  // Accepts --name=value, --name value and -name value. Other words are the
  // inputs. Fails with kInvalidArgument.
  Result<Wish> Parse(std::span<const std::string> args);

  // REQUIRES: parsed.
  Status Run(CommandContext& context) {
    arguments_.inputs.meter = &context.progress.meter();
    return work_(arguments_, context);
  }

 private:
  // The flag with that name, or the only one whose name begins with it.
  const Flag* FindFlag(const std::string& name) const;

  Failure Unknown(const std::string& name) const;
  Result<std::string> TakeValue(const Flag& flag,
                                std::span<const std::string> args, size_t& at);

  const Command& command_;
  Arguments arguments_;
  FlagSet flags_;
  std::vector<Given> given_;
  Work work_;
};

// The index of the command's name in `args`: the first word that is neither a
// flag nor the value of one. args.size() if there is none.
size_t FindCommandWord(std::span<const std::string> args);

}  // namespace tfprof
