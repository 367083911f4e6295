// SPDX-License-Identifier: Apache-2.0
// record: runs of a commit into a history, for `trend`.
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "command.h"
#include "commands/gate_runs.h"
#include "commands/recorded_runs.h"
#include "output.h"
#include "steps_flag.h"
#include "store/history.h"
#include "store/history_writer.h"
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
             "the history; created if it does not exist");
  flags.Text("commit", options.commit, "SHA", "the commit of the runs");
  flags.Text("branch", options.branch, "NAME", "the branch of that commit");
  flags.Text("label", options.labels, "KEY=VALUE,...",
             "other facts that distinguish the runs");
  flags.Whole("time", options.time_s, {},
              "time of the runs, in seconds since 1970; 0: unknown");
  AddStepsFlag(flags, options.steps);
}

Result<RecordedRun> ReadRun(const std::string& dump,
                            const RecordOptions& options,
                            const Arguments& arguments,
                            Diagnostics& diagnostics) {
  GateRows rows;
  TFPROF_ASSIGN_OR_RETURN(
      const OpenRun open,
      ReadRunByScope(dump, options.steps, arguments, rows, diagnostics));
  TFPROF_ASSIGN_OR_RETURN(RecordedRun run, RecordedOf(open, std::move(rows)));
  run.commit = options.commit;
  run.branch = options.branch;
  run.labels = options.labels;
  if (options.time_s != 0) run.time_s = options.time_s;
  return run;
}

// Tables for people leave out labels and other things that the user typed.
Table TableOfRuns(bool is_for_people) {
  Table table{.columns = {{"run"},
                          {"commit"},
                          {"branch"},
                          {"steps"},
                          {"median", Unit::kMicros},
                          {"p90", Unit::kMicros},
                          {"first", Unit::kMicros}}};
  if (is_for_people) return table;
  for (const char* const more : {"sum", "start"}) {
    table.columns.push_back({more, Unit::kMicros});
  }
  table.columns.push_back({"peak", Unit::kBytes});
  for (const char* const more : {"params", "float_ops", "time_s", "labels"}) {
    table.columns.push_back({more});
  }
  return table;
}

void AddToTable(const std::string& dump, const RecordedRun& run, Table& table) {
  const auto used =
      std::count_if(run.steps.begin(), run.steps.end(),
                    [](const RecordedRun::Step& step) { return step.is_used; });
  std::vector<Cell> cells = {
      dump,          run.commit, run.branch,          int64_t{used},
      run.median_us, run.p90_us, CellOf(run.first_us)};
  if (table.columns.size() > cells.size()) {
    const RecordedRun::Row& all = run.rows.front();
    std::optional<double> peak;
    for (const RecordedRun::Peak& of : run.peaks) {
      const double bytes = of.of_all.value_or(of.of_step);
      peak = std::max(peak.value_or(bytes), bytes);
    }
    cells.insert(cells.end(), {static_cast<double>(all.median_ns) / 1000,
                               CellOf(run.start_us), CellOf(peak),
                               CellOf(all.exact[0]), CellOf(all.exact[1]),
                               CellOf(run.time_s), CellOfText(run.labels)});
  }
  table.AddRow(std::move(cells));
}

Status RunRecord(const RecordOptions& options, const Arguments& arguments,
                 CommandContext& context) {
  const bool is_series =
      !arguments.outputs.empty() &&
      std::ranges::all_of(arguments.outputs, [](const std::string& spec) {
        const std::string kind = spec.substr(0, spec.find(':'));
        return kind == "json" || kind == "bencher" || kind == "conbench";
      });
  if ((options.store.empty() && !is_series) || options.commit.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "record needs a history and a commit: tfprof record RUN... "
                "--store=history.db --commit=SHA; without --store it writes "
                "--output=json, bencher or conbench");
  }
  TFPROF_ASSIGN_OR_RETURN(const std::vector<std::string> runs,
                          ExpandRuns(arguments.inputs.dumps));
  if (runs.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "no runs: give their dumps");
  }
  TFPROF_ASSIGN_OR_RETURN(
      Outputs outputs, OpenOutputs(arguments, ResultKind::kRuns, context));
  std::optional<HistoryWriter> history;
  if (!options.store.empty()) {
    auto opened = HistoryWriter::Open(options.store, context.durability);
    if (!opened) return Failure(std::move(opened).error());
    history.emplace(*std::move(opened));
  }
  Table for_people = TableOfRuns(true);
  Table for_programs = TableOfRuns(false);
  for (const std::string& dump : runs) {
    TFPROF_ASSIGN_OR_RETURN(
        const RecordedRun run,
        ReadRun(dump, options, arguments, context.diagnostics));
    if (history) TFPROF_RETURN_IF_ERROR(history->Add(run));
    AddToTable(dump, run, for_people);
    AddToTable(dump, run, for_programs);
  }
  if (history) TFPROF_RETURN_IF_ERROR(history->Finish());
  const auto make = [&](const Renderer& renderer) {
    Report report;
    report.sections.push_back(
        {"recorded", {}, renderer.is_for_people ? for_people : for_programs});
    return report;
  };
  return outputs.RenderEach(make, context.diagnostics);
}

}  // namespace

Command RecordCommand() {
  return {.name = "record",
          .summary = "keeps runs of a commit in a history",
          .operands = "RUN ...",
          .examples =
              "  tfprof record runs/* --store=history.db --commit=1a2b3c\n"
              "  tfprof record runs/* --commit=1a2b3c --output=bencher\n",
          .result = ResultKind::kRuns,
          .prepare = Prepare(AddRecordFlags, RunRecord)};
}

}  // namespace tfprof
