// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

#include "base/find_by_name.h"
#include "commands/view.h"

namespace tfprof {

// Each is defined in commands/, in the file with its name.
Command AdviseCommand();
Command ConvertCommand();
Command DiffCommand();
Command ExportCommand();
Command FleetCommand();
Command GateCommand();
Command InfoCommand();
Command MemoryCommand();
Command PathCommand();
Command RecordCommand();
Command ReportCommand();
Command StepsCommand();
Command SummarizeCommand();
Command SummaryCommand();
Command TopCommand();
Command TraceCommand();
Command TrendCommand();
Command MakePromptCommand();

const std::vector<Command>& Commands() {
  static const std::vector<Command> kCommands = [] {
    std::vector<Command> commands = {SummaryCommand(), TopCommand()};
    for (Command& view : ViewCommands()) commands.push_back(std::move(view));
    for (Command (*const make)() :
         {AdviseCommand, InfoCommand, SummarizeCommand, StepsCommand,
          PathCommand, MemoryCommand, TraceCommand, DiffCommand, GateCommand,
          RecordCommand, TrendCommand, FleetCommand, ReportCommand,
          ExportCommand, ConvertCommand}) {
      commands.push_back(make());
    }
    return commands;
  }();
  return kCommands;
}

const Command& PromptCommand() {
  static const Command kPrompt = MakePromptCommand();
  return kPrompt;
}

const Command* FindCommand(std::string_view name) {
  return FindByName(Commands(), &Command::name, name);
}

}  // namespace tfprof
