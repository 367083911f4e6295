// SPDX-License-Identifier: Apache-2.0
// top: the most expensive rows, as one list.
#include "analysis/top/top.h"

#include "analysis/programs/instruction_top.h"
#include "analysis/top/recorded_top.h"
#include "analysis/waiting/line_rows.h"
#include "analysis/waiting/recorded_waiting.h"
#include "base/strings.h"
#include "command.h"
#include "commands/lone_programs.h"
#include "commands/recorded_kernels.h"
#include "commands/work_file.h"
#include "load.h"
#include "load_recordings.h"
#include "load_work.h"
#include "output.h"
#include "recorded/capture_sink.h"
#include "recorded/notice_words.h"
#include "steps_flag.h"

namespace tfprof {

namespace {

struct TopFlags {
  TopOptions options;
  StepSelection steps;
  std::string filter;
};

void AddTopFlags(FlagSet& flags, TopFlags& asked) {
  TopOptions& options = asked.options;
  WordTable<TopBy> by;
  for (const auto& [id, word] : kTopByWords) by.emplace_back(word, id);
  flags.Word("by", options.by, std::move(by),
             "the rows: op, name, scope, code, device, shape, kernel, program, "
             "category, region");
  flags.Word("sort", options.order,
             {{"self", TopOrder::kTime},
              {"calls", TopOrder::kCalls},
              {"call", TopOrder::kCallTime},
              {"bytes", TopOrder::kBytes},
              {"float_ops", TopOrder::kFloatOps},
              {"name", TopOrder::kName}},
             "order of rows: self, calls, call, bytes, float_ops, name");
  flags.Whole("n", options.most_rows, {}, "rows to show; 0 is all");
  flags.Whole("scope_depth", options.scope_depth, {.least = 1},
              "depth of the scopes in --by=scope");
  flags.Text("filter", asked.filter, "REGEX",
             "only rows whose name contains this (any case unless it has a "
             "capital)");
  AddStepsFlag(flags, asked.steps);
}

void WarnIfEmpty(const Report& report, const TopFlags& asked,
                 Diagnostics& diagnostics) {
  const auto& table = std::get<Table>(report.sections.front().block);
  if (table.RowCount() == 0 && !asked.filter.empty()) {
    diagnostics.WarnOnce("filters",
                         fmt::format("--filter: no row's name contains '{}'",
                                     Printable(asked.filter)));
  }
}

// The report without its section.
Report ReportFor(const Profile& profile, const ChosenSteps& chosen,
                 const Rules& rules) {
  Report report;
  report.steps = StepsOf(chosen, profile.step_table);
  report.remarks.push_back(
      RemarkOn(chosen.numbers, chosen.are, rules) +
      (rules.attribution ? "; why tfprof op differs: docs/compatibility.md"
                         : ""));
  return report;
}

Status CheckThatAnyRan(const std::vector<PickedFile>& files,
                       const ChosenSteps& chosen, const Profile& profile,
                       const Diagnostics& diagnostics) {
  if (chosen.numbers.empty()) {
    return Fail(ErrorCode::kNotFound, "no steps, so there are no times: {}",
                HasRole(files, Role::kXSpace)
                    ? WhyNothingRan(diagnostics.notices())
                    : "give RunMetadata by --run_meta_path");
  }
  if (AreRecordings(files) && profile.node_steps.size() == 0) {
    return NothingRan(files, diagnostics);
  }
  return {};
}

// The host's own time by line of the program in steps, in ps.
std::map<std::string, int64_t> HostLinesIn(
    const std::shared_ptr<const Capture>& capture,
    const std::vector<uint32_t>& steps, const Arguments& arguments) {
  std::map<std::string, int64_t> lines;
  const RecordedWaiting waiting =
      FindWaiting(capture, steps, arguments.FilesOfFrames());
  for (const WaitingOfProcess& process : waiting.processes) {
    for (const HostLineRow& row : HostLinesOf(*process.view, process.windows)) {
      lines[std::string(row.line)] += row.self_ps;
    }
  }
  return lines;
}

Status RunTop(const TopFlags& asked, const Arguments& arguments,
              CommandContext& context) {
  TopOptions options = asked.options;
  if (!asked.filter.empty()) {
    TFPROF_ASSIGN_OR_RETURN(options.filter, CompileSearch(asked.filter));
  }
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickFiles(WithAllPrograms(arguments)));
  TFPROF_ASSIGN_OR_RETURN(
      const std::vector<PlannedProgram> programs,
      LoadLonePrograms(files, arguments, context.diagnostics));
  if (!programs.empty()) {
    return RunLoneTop(options, programs, arguments, context);
  }
  if (options.by == TopBy::kKernel) {
    return RunRecordedKernels(options, asked.steps, files, arguments, context);
  }
  if (options.by == TopBy::kProgram || options.by == TopBy::kCategory) {
    return RunRecordedPrograms(options, asked.steps, files, arguments, context);
  }
  if (options.by == TopBy::kRegion) {
    return RunRecordedRegions(options, files, arguments, context);
  }
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  if (!AreRecordings(files)) {
    TFPROF_RETURN_IF_ERROR(CheckNoWork(arguments.work));
  }
  TFPROF_ASSIGN_OR_RETURN(const GivenWork given, GivenWorkOf(arguments.work));
  Arguments reading = arguments;
  reading.inputs.with_programs = AreRecordings(files);
  CaptureSink recordings({.memory = true});
  std::vector<DumpSink*> others;
  if (AreRecordings(files)) others.push_back(&recordings);
  TFPROF_ASSIGN_OR_RETURN(
      Profile profile,
      LoadProfile(files, reading, {.float_ops = AreRecordings(files)},
                  context.diagnostics, nullptr, others));
  TFPROF_ASSIGN_OR_RETURN(const ChosenSteps chosen,
                          ChooseSteps(asked.steps, profile.step_table));
  TFPROF_RETURN_IF_ERROR(
      CheckThatAnyRan(files, chosen, profile, context.diagnostics));
  if (!chosen.note.empty()) context.diagnostics.Warn("steps", chosen.note);
  const Rules rules = RulesFor(arguments, files);
  const bool is_of_work = options.by == TopBy::kOp ||
                          options.by == TopBy::kName ||
                          options.by == TopBy::kDevice;
  std::optional<RecordedInstructions> instructions;
  if (const auto& capture = recordings.capture(); capture != nullptr) {
    instructions = FindInstructions(
        capture, RowsOfSteps(*capture, chosen, arguments), {}, given);
  }
  if (recordings.capture() != nullptr && is_of_work) {
    const auto make = [&](const Renderer& renderer) {
      Report report = ReportFor(profile, chosen, rules);
      report.sections.push_back(
          RecordedTopOf(*recordings.capture(),
                        RowsOfSteps(*recordings.capture(), chosen, arguments),
                        options, NodeExtras(profile, chosen.numbers),
                        renderer.is_for_people, &*instructions));
      WarnIfEmpty(report, asked, context.diagnostics);
      return report;
    };
    return outputs.RenderEach(make, context.diagnostics);
  }
  Report report = ReportFor(profile, chosen, rules);
  TopSums sums(profile, chosen.numbers, options,
               instructions ? NamedWorkOf(*instructions) : NamedWork());
  sums.TakeTexts(std::move(profile));
  if (const auto& capture = recordings.capture();
      capture != nullptr && options.by == TopBy::kCode) {
    sums.AddHostLines(HostLinesIn(
        capture, RowsOfSteps(*capture, chosen, arguments), arguments));
  }
  if (rules.counted_flops) {
    TFPROF_ASSIGN_OR_RETURN(
        std::optional<WorkCounter> work,
        LoadWork(
            files, [&](int64_t step) { return chosen.Contains(step); },
            arguments));
    if (work) sums.AddWork(*work);
  }
  report.sections.push_back(sums.Finish(outputs.make_rows()));
  WarnIfEmpty(report, asked, context.diagnostics);
  return outputs.Render(report, context.diagnostics);
}

}  // namespace

Command TopCommand() {
  return {.name = "top",
          .summary = "the most expensive rows, as one list",
          .examples =
              "  tfprof top DUMP\n"
              "  tfprof top DUMP --by=code --sort=bytes -n 10\n",
          .result = ResultKind::kTables,
          .default_rules = kCorrectedRules,
          .prepare = Prepare(AddTopFlags, RunTop)};
}

}  // namespace tfprof
