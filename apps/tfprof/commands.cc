// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

#include <vector>

#include "view/view.h"

namespace tfprof {

namespace {

std::string_view ExamplesOf(std::string_view view) {
  if (view == "scope") {
    return "  tfprof scope DUMP --select=micros,bytes --order_by=micros "
           "--max_depth=3\n"
           "  tfprof scope DUMP --account_type_regexes=_trainable_variables "
           "--select=params\n";
  }
  if (view == "graph") {
    return "  tfprof graph DUMP --start_name_regexes='.*loss.*' "
           "--max_depth=20\n"
           "  tfprof graph DUMP --output=timeline:outfile=when\n";
  }
  if (view == "op") {
    return "  tfprof op DUMP --select=micros,occurrence --order_by=micros\n"
           "  tfprof op DUMP --account_type_regexes='.*gpu:0.*'\n";
  }
  return "  tfprof code DUMP --select=micros "
         "--show_name_regexes='.*train.py.*'\n"
         "  tfprof code DUMP --select=micros "
         "--output=pprof:outfile=code.pb.gz\n";
}

}  // namespace

std::span<const Command> Commands() {
  static const std::vector<Command> kCommands = [] {
    std::vector<Command> commands;
    for (const View& view : Views()) {
      commands.push_back({.name = view.name,
                          .summary = view.summary,
                          .flags = {FlagGroup::kView},
                          .run = RunView,
                          .examples = ExamplesOf(view.name)});
    }
    commands.insert(
        commands.end(),
        {{.name = "advise",
          .summary = "what to look at first, and what to mend",
          .flags = {FlagGroup::kAdvise},
          .run = RunAdvise,
          .examples = "  tfprof advise DUMP\n"
                      "  tfprof advise DUMP --checkers=XlaChecker --fail\n"},
         {.name = "info",
          .summary = "what a dump holds and what it lacks",
          .run = RunInfo,
          .examples = "  tfprof info DUMP\n"},
         {.name = "summarize",
          .summary = "what a graph contains",
          .flags = {FlagGroup::kSummarize},
          .run = RunSummarize,
          .examples = "  tfprof summarize graph.pb\n"
                      "  tfprof summarize saved_model.pb --output=json\n"},
         {.name = "steps",
          .summary = "what each node took over several steps",
          .flags = {FlagGroup::kSteps},
          .run = RunSteps,
          .examples =
              "  tfprof steps DUMP --time_limit=20\n"
              "  tfprof steps DUMP --show_spread --show_communication\n"},
         {.name = "trace",
          .summary = "what ran when, step by step, as Chrome trace JSON",
          .flags = {FlagGroup::kTrace},
          .run = RunTrace,
          .examples = "  tfprof trace DUMP > trace.json\n"
                      "  tfprof trace run_meta_3 --labels --show_memory > "
                      "trace.json\n"},
         {.name = "diff",
          .summary = "two dumps side by side in one view",
          .flags = {FlagGroup::kView, FlagGroup::kDiff},
          .run = RunDiff,
          .examples = "  tfprof diff OLD NEW --min_change=5%\n"
                      "  tfprof diff OLD NEW --view=op --select=bytes\n"},
         {.name = "gate",
          .summary = "did it get worse? a verdict for CI",
          .flags = {FlagGroup::kView, FlagGroup::kGate},
          .run = RunGate,
          .examples =
              "  tfprof gate --baseline=main_0,main_1,main_2,main_3,main_4 "
              "--candidate=pr_0,pr_1,pr_2,pr_3,pr_4\n"
              "  tfprof gate --candidate=RUN --budget=budget.toml\n"},
         {.name = "report",
          .summary = "one page to look at, for a browser",
          .flags = {FlagGroup::kView, FlagGroup::kAdvise},
          .run = RunReport,
          .default_output = "html",
          .examples = "  tfprof report DUMP --output=html:outfile=report.html\n"
                      "  tfprof report OLD NEW > difference.html\n"},
         {.name = "export",
          .summary = "the graph for Graphviz, TensorBoard and others",
          .flags = {FlagGroup::kExport},
          .run = RunExport,
          .default_output = "dot",
          .examples =
              "  tfprof export DUMP | dot -Tsvg > graph.svg\n"
              "  tfprof export DUMP --focus='.*conv1.*' --radius=2 | dot -Tpdf "
              "> conv1.pdf\n"},
         {.name = "convert",
          .summary = "a dump as one file, a saved profile",
          .run = RunConvert,
          .default_output = "profile",
          .examples = "  tfprof convert DUMP "
                      "--output=profile:outfile=step.profile\n"}});
    return commands;
  }();
  return kCommands;
}

const Command& PromptCommand() {
  static const Command kPrompt = {
      .name = "",
      .summary = "questions about a dump, line by line",
      .flags = {FlagGroup::kView},
      .run = RunPrompt};
  return kPrompt;
}

const Command* FindCommand(std::string_view name) {
  for (const Command& command : Commands()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

}  // namespace tfprof
