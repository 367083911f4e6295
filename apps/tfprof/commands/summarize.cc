// SPDX-License-Identifier: Apache-2.0
// summarize: the contents of a graph.
#include "analysis/summarize_graph.h"
#include "base/strings.h"
#include "command.h"
#include "load.h"
#include "output.h"

namespace tfprof {

namespace {

struct SummarizeOptions {
  bool print_structure = false;
};

void AddSummarizeFlags(FlagSet& flags, SummarizeOptions& options) {
  flags.Switch("print_structure", options.print_structure,
               "list every node in order of execution");
}

// The error that cut the digest short, returned after it is printed.
Status CheckWhole(const GraphSummary& summary) {
  if (!summary.IsCutShort()) return {};
  if (!summary.missing.empty()) {
    return Fail(ErrorCode::kCorrupt,
                "{}: {} inputs name nodes that do not exist, the first is '{}' "
                "of '{}'; --rules=corrected goes on without them",
                summary.path, summary.missing.size(),
                Printable(summary.missing[0].name),
                Printable(summary.graph->NameOf(summary.missing[0].node)));
  }
  return Fail(ErrorCode::kCorrupt,
              "{}: {} nodes in a cycle, so there is no order of execution; "
              "--rules=corrected shows the others",
              summary.path, summary.in_cycles);
}

Status RunSummarize(const SummarizeOptions& options, const Arguments& arguments,
                    CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickFiles(arguments));
  TFPROF_ASSIGN_OR_RETURN(const PickedFile file, GraphFileOf(files));
  TFPROF_ASSIGN_OR_RETURN(
      Outputs outputs, OpenOutputs(arguments, ResultKind::kTables, context));
  TFPROF_ASSIGN_OR_RETURN(const Graph graph,
                          LoadGraph(file, arguments, GraphDetail::kDefinitions,
                                    context.diagnostics));
  const Rules rules = RulesFor(arguments, {});
  GraphSummary summary =
      SummarizeGraph(graph, file.path, options.print_structure, rules,
                     context.diagnostics);
  if (rules.whole_digest && summary.in_cycles > 0) {
    context.diagnostics.Warn(
        "cycles", fmt::format("{} nodes are in a cycle and have no place in "
                              "the order of execution",
                              summary.in_cycles));
  }
  const Status whole = CheckWhole(summary);
  Report report;
  report.sections.push_back({"", {}, std::move(summary)});
  TFPROF_RETURN_IF_ERROR(outputs.Render(report, context.diagnostics));
  return whole;
}

}  // namespace

Command SummarizeCommand() {
  return {.name = "summarize",
          .summary = "the contents of a graph",
          .examples =
              "  tfprof summarize graph.pb\n"
              "  tfprof summarize saved_model.pb --output=json\n",
          .result = ResultKind::kTables,
          .prepare = Prepare(AddSummarizeFlags, RunSummarize)};
}

}  // namespace tfprof
