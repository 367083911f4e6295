// SPDX-License-Identifier: Apache-2.0
// record: runs of a commit into a history, for `trend`.
#include <algorithm>
#include <cmath>

#include "base/median.h"
#include "base/numbers.h"
#include "base/statistics.h"
#include "command.h"
#include "load.h"
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

// Tells a run from all others: its steps started and ended at these times.
int64_t FingerprintOf(const StepTable& table) {
  uint64_t hash = 14695981039346656037u;  // FNV-1a
  const auto mix = [&hash](int64_t number) {
    for (int i = 0; i < 64; i += 8) {
      hash ^= (static_cast<uint64_t>(number) >> i) & 255;
      hash *= 1099511628211u;
    }
  };
  for (const StepTable::Step& step : table.steps) {
    for (const int64_t number :
         {step.step, step.start_ns, step.end_ns, step.time.busy_ns,
          step.time.sum_ns, step.time.records}) {
      mix(number);
    }
  }
  return static_cast<int64_t>(hash);
}

// Medians over the steps of each row of the scope view that takes any time.
void AddRows(const Profile& profile, const Forest& forest,
             const std::vector<int64_t>& steps, RecordedRun& run) {
  const size_t rows = forest.size();
  std::vector<uint32_t> row_of_node(profile.nodes.size());
  for (uint32_t row = 0; row < rows; ++row) {
    for (const NodeId node : forest.members[row]) row_of_node[node.value] = row;
  }
  std::vector<std::vector<double>> totals(steps.size(),
                                          std::vector<double>(rows));
  const NodeStepTable& table = profile.node_steps;
  for (size_t i = 0; i < table.size(); ++i) {
    const int64_t step = profile.step_numbers[table.step[i]];
    const auto at = std::lower_bound(steps.begin(), steps.end(), step);
    if (at == steps.end() || *at != step) continue;
    totals[static_cast<size_t>(at - steps.begin())]
          [row_of_node[table.node[i].value]] +=
        static_cast<double>(WrapAdd(table.accelerator_us[i], table.cpu_us[i]));
  }
  for (std::vector<double>& total : totals) {
    for (size_t row = rows; row-- > 1;) total[forest.parent[row]] += total[row];
  }
  std::vector<int64_t> depth(rows);
  std::vector<double> of_row(steps.size());
  for (uint32_t row = 0; row < rows; ++row) {
    if (row != 0) depth[row] = depth[forest.parent[row]] + 1;
    for (size_t i = 0; i < steps.size(); ++i) of_row[i] = totals[i][row];
    const double median = MedianInPlace(of_row);
    if (row != 0 && median <= 0) continue;
    run.rows.push_back({row == 0 ? "(all)" : forest.NameOf(row).str(),
                        depth[row],
                        static_cast<int64_t>(std::llround(median * 1000))});
  }
}

Result<RecordedRun> ReadRun(const std::string& dump,
                            const RecordOptions& options,
                            const Arguments& arguments,
                            Diagnostics& diagnostics) {
  Arguments of_run = arguments;
  of_run.inputs.dumps = {dump};
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickFiles(of_run));
  TFPROF_ASSIGN_OR_RETURN(
      const Profile profile,
      LoadProfile(files, of_run, {}, diagnostics, nullptr));
  TFPROF_ASSIGN_OR_RETURN(const ChosenSteps chosen,
                          ChooseSteps(options.steps, profile.step_table));
  RecordedRun run{.commit = options.commit,
                  .branch = options.branch,
                  .labels = options.labels,
                  .fingerprint = FingerprintOf(profile.step_table)};
  if (options.time_s != 0) run.time_s = options.time_s;
  std::vector<double> lengths;
  for (const StepTable::Step& step : profile.step_table.steps) {
    const bool is_timed = step.time.HasTimes();
    const double length = static_cast<double>(step.LengthNs()) / 1000;
    RecordedRun::Step kept{.step = step.step,
                           .sum_us =
                               static_cast<double>(step.time.sum_ns) / 1000,
                           .is_used = chosen.Contains(step.step)};
    if (is_timed) {
      kept.length_us = length;
      kept.busy_us = static_cast<double>(step.time.busy_ns) / 1000;
      if (kept.is_used) lengths.push_back(length);
    }
    run.steps.push_back(kept);
  }
  if (lengths.empty()) {
    return Fail(ErrorCode::kNotFound,
                "{}: no step has a length: there are no start times", dump);
  }
  run.first_us = run.steps.front().length_us;
  run.median_us = Median(lengths);
  run.p90_us = QuantileOf(lengths, 0.9);
  TFPROF_ASSIGN_OR_RETURN(const Forest forest,
                          BuildScopeForest(profile, diagnostics));
  AddRows(profile, forest, chosen.numbers, run);
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
