// SPDX-License-Identifier: Apache-2.0
// path: the critical path of a step, and the step's length if some operations
// were faster.
#include "analysis/path/path_tables.h"
#include "analysis/path/path_timeline.h"
#include "analysis/waiting/chain_timeline.h"
#include "analysis/waiting/path_sections.h"
#include "command.h"
#include "load.h"
#include "load_recorded_path.h"
#include "load_step.h"
#include "output.h"
#include "steps_flag.h"

namespace tfprof {

namespace {

struct PathOptions {
  PathQuestion question;
  StepSelection steps{.which = StepSelection::Which::kMedian, .ranges = {}};
  int64_t row_limit = 20;
};

void AddPathFlags(FlagSet& flags, PathOptions& options) {
  AddStepsFlag(flags, options.steps);
  flags.Other(
      "faster", "REGEX=K,...", "",
      [&options](std::string_view text) -> Status {
        TFPROF_ASSIGN_OR_RETURN(options.question.speedups, ParseSpeedups(text));
        return {};
      },
      "what-if: nodes or op types that match in full run K times faster");
  flags.Whole("lanes", options.question.threads, {.most = 100'000},
              "threads that the what-ifs use; 0 is as many as the step had");
  flags.Whole("row_limit", options.row_limit, {}, "rows of a table; 0 is all");
}

// The path of a recording: pieces of work and of waiting.
Status RunRecordedPath(const PathOptions& options,
                       const std::vector<PickedFile>& files,
                       const Arguments& arguments, CommandContext& context,
                       Outputs& outputs) {
  TFPROF_ASSIGN_OR_RETURN(
      const LoadedRecordedPath loaded,
      LoadRecordedPath(options.steps, files, arguments, context.diagnostics));
  std::unique_ptr<PathOfDump> asked;
  if (!options.question.speedups.empty() &&
      !outputs.All(&Renderer::takes_timelines)) {
    TFPROF_ASSIGN_OR_RETURN(
        asked,
        AskRecordedPath(options.question, *loaded.path, files, arguments));
  }
  for (Output& output : outputs) {
    const Renderer& renderer = output.renderer();
    Report report;
    report.steps = loaded.steps;
    if (renderer.takes_timelines) {
      TracedSteps steps;
      steps.push_back(ChainTimeline(loaded.path));
      report.sections.push_back({"", {}, std::move(steps)});
    } else {
      const RowFormat format{renderer.is_for_people, options.row_limit,
                             renderer.makes_rows};
      report.sections = PathSectionsOf(loaded.path, format);
      if (asked != nullptr) {
        report.sections.insert(report.sections.begin() + 1,
                               WhatIfTable(asked->answers, format));
      }
    }
    TFPROF_RETURN_IF_ERROR(output.Render(
        report, context.diagnostics,
        loaded.path->capture->steps[loaded.path->median].number));
  }
  return {};
}

ReportedSteps StepsOfPath(const PathOfDump& path) {
  return {{{path.records.step}},
          path.chosen.numbers.size() > 1 ? "median" : path.chosen.are};
}

Report TablesOfPath(const PathOfDump& path, const PathOptions& options,
                    const Renderer& renderer) {
  const int64_t step = path.records.step;
  const bool has_several = path.history.steps() > 1;
  Report report;
  report.steps = StepsOfPath(path);
  report.sections = PathTables(
      path.answers, path.code, has_several ? &path.history : nullptr,
      {renderer.is_for_people, options.row_limit, renderer.makes_rows});
  std::vector<std::string>& notes = report.sections.front().notes;
  notes.insert(
      notes.begin(),
      has_several
          ? fmt::format("numbers are of step {}, the one of median length of "
                        "{}",
                        step, WordsOfSteps(path.chosen.numbers))
          : fmt::format("numbers are of step {}", step));
  return report;
}

Status RunPath(const PathOptions& options, const Arguments& arguments,
               CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(
      Outputs outputs, OpenOutputs(arguments, ResultKind::kPath, context));
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickFiles(arguments));
  if (AreRecordings(files)) {
    return RunRecordedPath(options, files, arguments, context, outputs);
  }
  PathQuestion question = options.question;
  question.with_trace = outputs.Any(&Renderer::takes_timelines);
  TFPROF_ASSIGN_OR_RETURN(
      const std::unique_ptr<PathOfDump> path,
      LoadPath(question, options.steps, arguments, context.diagnostics));
  TracedSteps traced;
  if (question.with_trace) {
    traced.push_back(PathTimeline(path->answers, std::move(path->trace)));
  }
  for (Output& output : outputs) {
    const bool is_timeline = output.renderer().takes_timelines;
    Report report;
    if (is_timeline) {
      report.steps = StepsOfPath(*path);
      report.sections.push_back({"", {}, std::move(traced)});
    } else {
      report = TablesOfPath(*path, options, output.renderer());
    }
    TFPROF_RETURN_IF_ERROR(output.Render(report, context.diagnostics,
                                         path->records.step));
    if (is_timeline) {
      traced = std::get<TracedSteps>(std::move(report.sections[0].block));
    }
  }
  return {};
}

}  // namespace

Command PathCommand() {
  return {.name = "path",
          .summary = "the critical path of a step, and what-ifs",
          .examples =
              "  tfprof path DUMP\n"
              "  tfprof path DUMP --faster='MatMul=2,encoder/.*=1.5'\n"
              "  tfprof path DUMP --output=timeline:outfile=path.json\n",
          .result = ResultKind::kPath,
          .prepare = Prepare(AddPathFlags, RunPath)};
}

}  // namespace tfprof
