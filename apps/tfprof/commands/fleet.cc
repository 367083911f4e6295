// SPDX-License-Identifier: Apache-2.0
// fleet: finds slow workers of a job, and the operations that make them slow.
#include "analysis/fleet/fleet.h"

#include <algorithm>

#include "analysis/fleet/fleet_records.h"
#include "analysis/fleet/fleet_tables.h"
#include "command.h"
#include "load_workers.h"
#include "output.h"
#include "steps_flag.h"

namespace tfprof {

namespace {

struct FleetFlags {
  FleetView view = FleetView::kScope;
  StepSelection steps;
  bool records = false;
  std::string from;
};

void AddFleetFlags(FlagSet& flags, FleetFlags& asked) {
  flags.Word("by", asked.view,
             {{WordOf(FleetView::kScope), FleetView::kScope},
              {WordOf(FleetView::kOp), FleetView::kOp},
              {WordOf(FleetView::kCode), FleetView::kCode}},
             "the rows that are compared: scope, op, code");
  AddStepsFlag(flags, asked.steps);
  flags.Switch("records", asked.records,
               "print the sums of each worker by step and node instead");
  flags.Text("from", asked.from, "FILE",
             "read workers from a file of --records --output=csv");
}

Status CheckQuestion(const FleetFlags& asked, const Arguments& arguments) {
  const Inputs& inputs = arguments.inputs;
  if (!inputs.run_meta_paths.empty() || !inputs.profile_path.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "fleet takes dumps of workers, not --run_meta_path or "
                "--profile_path: tfprof fleet WORKER_DUMP...");
  }
  if (inputs.dumps.empty() && asked.from.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "no workers: give their dumps, a pattern or a folder of dumps: "
                "tfprof fleet WORKER_DUMP...");
  }
  if (!asked.from.empty() && (asked.records || !inputs.dumps.empty())) {
    return Fail(ErrorCode::kInvalidArgument,
                "--from replaces dumps, and excludes --records");
  }
  return {};
}

// Reports the steps of each worker, workers by name, as a diff does for dumps.
void AddSteps(std::vector<std::pair<std::string, std::vector<int64_t>>> steps,
              const FleetFlags& asked, Report& report) {
  std::sort(steps.begin(), steps.end());
  ReportedSteps reported;
  const bool is_listed =
      asked.steps.which == StepSelection::Which::kListed || !asked.from.empty();
  reported.are = is_listed ? "listed" : WordOf(asked.steps.which);
  for (auto& [name, numbers] : steps) {
    reported.of_dump.push_back(std::move(numbers));
  }
  report.steps = std::move(reported);
}

Status RunRecords(const FleetFlags& asked, const Arguments& arguments,
                  const std::vector<WorkerDump>& dumps, Outputs& outputs,
                  CommandContext& context) {
  std::vector<Worker> workers;
  TFPROF_RETURN_IF_ERROR(LoadWorkers(
      dumps, asked.steps, arguments,
      [&](Worker worker) -> Status {
        workers.push_back(std::move(worker));
        return {};
      },
      context.diagnostics));
  std::sort(workers.begin(), workers.end(),
            [](const Worker& a, const Worker& b) { return a.name < b.name; });
  std::vector<std::pair<std::string, std::vector<int64_t>>> steps;
  for (const Worker& worker : workers) {
    auto& [name, numbers] = steps.emplace_back();
    name = worker.name;
    for (const Worker::Step& step : worker.steps) numbers.push_back(step.step);
  }
  Report report;
  AddSteps(std::move(steps), asked, report);
  report.sections.push_back(
      FleetRecords(std::move(workers), outputs.make_rows()));
  return outputs.Render(report, context.diagnostics);
}

Status RunFleet(const FleetFlags& asked, const Arguments& arguments,
                CommandContext& context) {
  TFPROF_RETURN_IF_ERROR(CheckQuestion(asked, arguments));
  TFPROF_ASSIGN_OR_RETURN(const std::vector<WorkerDump> dumps,
                          WorkersOf(arguments.inputs.dumps));
  TFPROF_ASSIGN_OR_RETURN(
      Outputs outputs, OpenOutputs(arguments, ResultKind::kTables, context));
  if (asked.records) {
    return RunRecords(asked, arguments, dumps, outputs, context);
  }
  Fleet fleet(asked.view);
  if (asked.from.empty()) {
    TFPROF_RETURN_IF_ERROR(LoadWorkers(
        dumps, asked.steps, arguments,
        [&](const Worker& worker) { return fleet.Add(worker); },
        context.diagnostics));
  } else {
    TFPROF_RETURN_IF_ERROR(LoadRecords(asked.from, arguments, fleet));
  }
  TFPROF_ASSIGN_OR_RETURN(FleetResult result, fleet.Finish());
  for (const std::string& note : result.notes) {
    context.diagnostics.Warn("fleet", note);
  }
  Report report;
  std::vector<std::pair<std::string, std::vector<int64_t>>> steps;
  for (const FleetWorker& worker : result.workers) {
    steps.emplace_back(worker.name, worker.steps);
  }
  AddSteps(std::move(steps), asked, report);
  report.sections = FleetSections(std::move(result), asked.view);
  return outputs.Render(report, context.diagnostics);
}

}  // namespace

Command FleetCommand() {
  return {.name = "fleet",
          .summary = "the slow workers of a job, and what makes them slow",
          .operands = "WORKER_DUMP...",
          .examples =
              "  tfprof fleet 'job/worker_*'\n"
              "  tfprof fleet job --by=op --output=json\n",
          .result = ResultKind::kTables,
          .default_output = "table",
          .default_rules = kCorrectedRules,
          .prepare = Prepare(AddFleetFlags, RunFleet)};
}

}  // namespace tfprof
