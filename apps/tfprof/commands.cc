// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

#include <vector>

#include "view/view.h"

namespace tfprof {

std::span<const Command> Commands() {
  static const std::vector<Command> kCommands = [] {
    std::vector<Command> commands;
    for (const View& view : Views()) {
      commands.push_back(
          {view.name, view.summary, {FlagGroup::kView}, RunView});
    }
    commands.push_back({"advise",
                        "what to look at first, and what to mend",
                        {FlagGroup::kAdvise},
                        RunAdvise});
    commands.push_back(
        {"info", "what a dump holds and what it lacks", {}, RunInfo});
    commands.push_back({"summarize",
                        "what a graph contains",
                        {FlagGroup::kSummarize},
                        RunSummarize});
    commands.push_back({"steps",
                        "what each node took over several steps",
                        {FlagGroup::kSteps},
                        RunSteps});
    commands.push_back({"trace",
                        "what ran when, step by step, as Chrome trace JSON",
                        {FlagGroup::kTrace},
                        RunTrace});
    commands.push_back({"diff",
                        "two dumps side by side in one view",
                        {FlagGroup::kView, FlagGroup::kDiff},
                        RunDiff});
    commands.push_back({"gate",
                        "did it get worse? a verdict for CI",
                        {FlagGroup::kView, FlagGroup::kGate},
                        RunGate});
    commands.push_back({"export",
                        "the graph for Graphviz, TensorBoard and others",
                        {FlagGroup::kExport},
                        RunExport,
                        "dot"});
    commands.push_back({"convert",
                        "a dump as one file, a saved profile",
                        {},
                        RunConvert,
                        "profile"});
    return commands;
  }();
  return kCommands;
}

const Command& PromptCommand() {
  static const Command kPrompt = {"",
                                  "questions about a dump, line by line",
                                  {FlagGroup::kView},
                                  RunPrompt};
  return kPrompt;
}

const Command* FindCommand(std::string_view name) {
  for (const Command& command : Commands()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

}  // namespace tfprof
