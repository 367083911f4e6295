// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/error.h"
#include "base/writer.h"
#include "flags.h"

namespace tfprof {

// What every command gets beside its arguments.
struct CommandContext {
  Writer& out;  // standard output
  Writer& err;  // of commands that say things before they are done
  Diagnostics& diagnostics;
  ProgressDisplay& progress;
  int exit_code = 0;  // of a command that did what it was asked to
};

struct Command {
  std::string_view name;
  std::string_view summary;
  // Beside those of inputs and those that all commands have.
  std::vector<FlagGroup> flags = {};
  Status (*run)(const Command&, const Arguments&, CommandContext&) = nullptr;
  std::string_view default_output = "stdout";
  std::string_view examples = {};  // lines of commands, for its help
};

// In the order of the help.
std::span<const Command> Commands();

// What runs when no command is named: the prompt.
const Command& PromptCommand();

// The command of that name, or null.
const Command* FindCommand(std::string_view name);

Status RunPrompt(const Command&, const Arguments&, CommandContext&);
Status RunSteps(const Command&, const Arguments&, CommandContext&);
Status RunSummarize(const Command&, const Arguments&, CommandContext&);
Status RunTrace(const Command&, const Arguments&, CommandContext&);
Status RunView(const Command&, const Arguments&, CommandContext&);
Status RunReport(const Command&, const Arguments&, CommandContext&);
Status RunInfo(const Command&, const Arguments&, CommandContext&);
Status RunAdvise(const Command&, const Arguments&, CommandContext&);
Status RunDiff(const Command&, const Arguments&, CommandContext&);
Status RunGate(const Command&, const Arguments&, CommandContext&);
Status RunExport(const Command&, const Arguments&, CommandContext&);
Status RunConvert(const Command&, const Arguments&, CommandContext&);

}  // namespace tfprof
