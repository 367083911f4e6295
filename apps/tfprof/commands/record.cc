// SPDX-License-Identifier: Apache-2.0
// record: runs of a commit into a history, for `trend`.
#include <algorithm>

#include "command.h"
#include "commands/gate_runs.h"
#include "commands/recorded_runs.h"
#include "output.h"
#include "steps_flag.h"
#include "store/history.h"
#include "wire/intake/expand_runs.h"

namespace tfprof {

namespace {

struct RecordOptions {
  std::string store;
  std::string commit;
  std::string branch = "main";
  std::string labels;
  int64_t time_s = 0;
  StepSelection steps;
};

void AddRecordFlags(FlagSet& flags, RecordOptions& options) {
  flags.Text("store", options.store, "FILE",
             "the history, which is made if there is none");
  flags.Text("commit", options.commit, "SHA", "what was run");
  flags.Text("branch", options.branch, "NAME", "of which it is a commit");
  flags.Text("label", options.labels, "KEY=VALUE,...",
             "what else is to be known of the runs");
  flags.Whole("time", options.time_s, {},
              "when they ran, in seconds since 1970; 0 is not told");
  AddStepsFlag(flags, options.steps);
}

Result<RecordedRun> ReadRun(const std::string& dump,
                            const RecordOptions& options,
                            const Arguments& arguments,
                            Diagnostics& diagnostics) {
  std::vector<GateRow> rows;
  TFPROF_ASSIGN_OR_RETURN(
      const OpenRun open,
      ReadRunByScope(dump, options.steps, arguments, rows, diagnostics));
  TFPROF_ASSIGN_OR_RETURN(RecordedRun run, RecordedOf(open, rows));
  run.commit = options.commit;
  run.branch = options.branch;
  run.labels = options.labels;
  if (options.time_s != 0) run.time_s = options.time_s;
  return run;
}

Status RunRecord(const RecordOptions& options, const Arguments& arguments,
                 CommandContext& context) {
  if (options.store.empty() || options.commit.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "record needs a history and what was run: "
                "tfprof record RUN... --store=history.db --commit=SHA");
  }
  TFPROF_ASSIGN_OR_RETURN(const std::vector<std::string> runs,
                          ExpandRuns(arguments.inputs.dumps));
  if (runs.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "no runs: name their dumps");
  }
  TFPROF_ASSIGN_OR_RETURN(
      Output output,
      OpenOutput(arguments.output, ResultKind::kTables, context));
  TFPROF_ASSIGN_OR_RETURN(History history, History::OpenToWrite(options.store));
  Table table{.columns = {{"run"},
                          {"commit"},
                          {"branch"},
                          {"steps"},
                          {"median", CellUnit::kMicros},
                          {"p90", CellUnit::kMicros},
                          {"first", CellUnit::kMicros}}};
  for (const std::string& dump : runs) {
    TFPROF_ASSIGN_OR_RETURN(
        const RecordedRun run,
        ReadRun(dump, options, arguments, context.diagnostics));
    TFPROF_RETURN_IF_ERROR(history.Add(run));
    const auto used = std::count_if(
        run.steps.begin(), run.steps.end(),
        [](const RecordedRun::Step& step) { return step.is_used; });
    table.AddRow({dump, run.commit, run.branch, int64_t{used}, run.median_us,
                  run.p90_us,
                  CellOf(run.first_us)});
  }
  Report report;
  report.sections.push_back({"recorded", {}, std::move(table)});
  return output.Render(report, context.diagnostics);
}

}  // namespace

Command RecordCommand() {
  return {.name = "record",
          .summary = "keeps runs of a commit in a history",
          .operands = "RUN ...",
          .examples =
              "  tfprof record runs/* --store=history.db --commit=1a2b3c\n",
          .result = ResultKind::kTables,
          .prepare = Prepare(AddRecordFlags, RunRecord)};
}

}  // namespace tfprof
