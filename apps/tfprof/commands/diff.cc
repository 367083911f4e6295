// SPDX-License-Identifier: Apache-2.0
// diff: two dumps side by side in one view.
#include "analysis/diff.h"

#include "analysis/gate/parity.h"
#include "command.h"
#include "commands/view.h"
#include "load.h"
#include "output.h"
#include "session.h"

namespace tfprof {

namespace {

struct DiffOptions {
  ViewOptions view_options;
  const View* view = &DefaultView();
  std::string base;
  std::string now;
  LeastChange least;
};

void AddDiffFlags(FlagSet& flags, DiffOptions& options) {
  AddViewNameFlag(flags, options.view);
  flags.Text("base", options.base, "DUMP",
             "the old one, instead of the first word");
  flags.Text("new", options.now, "DUMP",
             "the new one, instead of the second word");
  flags.Other(
      "min_change", "N or N%", "0",
      [&least = options.least](std::string_view text) -> Status {
        const bool is_share = text.ends_with('%');
        TFPROF_ASSIGN_OR_RETURN(const double change, is_share
                                                         ? ParsePercentage(text)
                                                         : ParseReal(text));
        if (change < 0) {
          return Fail(ErrorCode::kInvalidArgument, "'{}' is below 0", text);
        }
        (is_share ? least.share : least.absolute) = change;
        return {};
      },
      "leave out rows that changed less; may be given for both");
  AddViewFlags(flags, options.view_options, FlagGroup::kView);
}

// The dumps to compare: two words, or --base and --new.
Result<std::pair<std::string, std::string>> DumpsOf(
    const DiffOptions& options, std::vector<std::string> words) {
  std::string base = options.base;
  std::string now = options.now;
  const auto take = [&](std::string& path) {
    if (!path.empty() || words.empty()) return;
    path = words.front();
    words.erase(words.begin());
  };
  take(base);
  take(now);
  if (base.empty() || now.empty() || !words.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "diff compares two dumps; write tfprof diff OLD NEW, or --base "
                "and --new");
  }
  return std::pair(base, now);
}

Status RunDiff(const DiffOptions& options, const Arguments& arguments,
               CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(const auto dumps,
                          DumpsOf(options, arguments.inputs.dumps));
  TFPROF_ASSIGN_OR_RETURN(const Selection selection,
                          MakeSelection(options.view_options));
  TFPROF_ASSIGN_OR_RETURN(
      Output output,
      OpenOutput(arguments.output, ResultKind::kTables, context));
  std::vector<Session> sessions;
  std::vector<ViewTree> trees;
  sessions.reserve(2);
  for (const std::string& dump : {dumps.first, dumps.second}) {
    Arguments of_dump = arguments;
    of_dump.inputs.dumps = {dump};
    TFPROF_ASSIGN_OR_RETURN(Session session, Session::Open(of_dump));
    sessions.push_back(std::move(session));
    const Kept kept = selection.step
                          ? Kept{Kept::Steps::kOnlyOne, *selection.step, false}
                          : Kept{Kept::Steps::kSumOfAll};
    TFPROF_RETURN_IF_ERROR(sessions.back().Load(kept, context.diagnostics));
    TFPROF_RETURN_IF_ERROR(CheckStep(selection, sessions.back().profile()));
    TFPROF_ASSIGN_OR_RETURN(
        ViewTree tree,
        sessions.back().Build(*options.view, selection, context.diagnostics));
    trees.push_back(std::move(tree));
  }
  Report report;
  report.sections.push_back(
      TableOf(CompareDumps(sessions[0].profile(), sessions[1].profile())));
  std::vector<Section> tables = TablesOf(AlignTrees(trees[0], trees[1]),
                                         trees[0], trees[1], options.least);
  for (Section& table : tables) report.sections.push_back(std::move(table));
  return output.Render(report, context.diagnostics);
}

}  // namespace

Command DiffCommand() {
  return {.name = "diff",
          .summary = "two dumps side by side in one view",
          .operands = "OLD NEW",
          .examples =
              "  tfprof diff OLD NEW --min_change=5%\n"
              "  tfprof diff OLD NEW --view=op --select=bytes\n",
          .result = ResultKind::kTables,
          .prepare = Prepare(AddDiffFlags, RunDiff)};
}

}  // namespace tfprof
