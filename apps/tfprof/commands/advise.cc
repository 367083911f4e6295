// SPDX-License-Identifier: Apache-2.0
#include "commands/advise.h"

#include <memory>
#include <utility>

#include "analysis/advise/checker.h"
#include "analysis/summary/program_parts.h"
#include "analysis/waiting/recorded_waiting.h"
#include "app.h"
#include "base/memory_limit.h"
#include "base/strings.h"
#include "commands/work_file.h"
#include "load.h"
#include "load_recorded_path.h"
#include "load_recordings.h"
#include "load_step.h"
#include "model/profile_builder.h"
#include "model/tee_sink.h"
#include "output.h"
#include "recorded/capture_sink.h"
#include "steps_flag.h"

namespace tfprof {

namespace {

// The evidence that some checkers read from the step files.
struct StepEvidence {
  XlaReport xla;
  Communication communication;
  std::unique_ptr<const PathOfDump> path;
  std::shared_ptr<const RecordedPath> recorded_path;
  std::shared_ptr<const RecordedWaiting> waiting;
  MemoryOfDump memory;
  std::optional<ProgramsOfSteps> programs;
};

// Of recordings, whose checkers run unless others are named.
bool NeedsOfRecording(const AdviseOptions& options, Evidence evidence) {
  return options.checkers.empty() || Needs(options.checkers, evidence);
}

// With the programs of recordings, if they are needed.
Arguments ReadingFor(const AdviseOptions& options, const Arguments& arguments) {
  Arguments reading = arguments;
  reading.inputs.with_programs = NeedsOfRecording(options, Evidence::kPrograms);
  return reading;
}

// Loads the evidence about one step: critical path and memory.
// `capture`: the recordings, if they were read already.
Status ReadSingleSteps(const AdviseOptions& options, const Arguments& arguments,
                       const std::shared_ptr<const Capture>& capture,
                       StepEvidence& evidence, Diagnostics& diagnostics) {
  const StepSelection steps =
      options.chosen ? ListOf(*options.chosen) : options.steps;
  if (Needs(options.checkers, Evidence::kPath)) {
    TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                            PickFiles(arguments));
    if (AreRecordings(files)) {
      TFPROF_ASSIGN_OR_RETURN(
          LoadedRecordedPath loaded,
          capture != nullptr
              ? RecordedPathIn(capture, options.steps,
                               arguments.FilesOfFrames())
              : LoadRecordedPath(options.steps, files, arguments, diagnostics));
      evidence.recorded_path = std::move(loaded.path);
    } else {
      TFPROF_ASSIGN_OR_RETURN(evidence.path,
                              LoadPath({}, steps, arguments, diagnostics));
    }
  }
  if (Needs(options.checkers, Evidence::kMemory)) {
    TFPROF_ASSIGN_OR_RETURN(evidence.memory,
                            LoadMemory(steps, arguments, diagnostics));
  }
  return {};
}

// REQUIRES: the steps are chosen.
Status ReadRecordedEvidence(const AdviseOptions& options,
                            const Arguments& arguments,
                            const std::shared_ptr<const Capture>& capture,
                            StepEvidence& evidence) {
  const std::vector<uint32_t> rows =
      RowsOfSteps(*capture, *options.chosen, arguments);
  if (NeedsOfRecording(options, Evidence::kRecording)) {
    evidence.waiting = std::make_shared<const RecordedWaiting>(
        FindWaiting(capture, rows, arguments.FilesOfFrames()));
  }
  if (NeedsOfRecording(options, Evidence::kPrograms)) {
    TFPROF_ASSIGN_OR_RETURN(const GivenWork work, GivenWorkOf(arguments.work));
    evidence.programs = FindPrograms(capture, rows, work);
  }
  return {};
}

Status ReadStepEvidence(const AdviseOptions& options,
                        const Arguments& arguments,
                        const std::shared_ptr<const Capture>& capture,
                        StepEvidence& evidence, Diagnostics& diagnostics) {
  TFPROF_RETURN_IF_ERROR(
      ReadSingleSteps(options, arguments, capture, evidence, diagnostics));
  if (capture != nullptr && options.chosen) {
    TFPROF_RETURN_IF_ERROR(
        ReadRecordedEvidence(options, arguments, capture, evidence));
  }
  const bool with_xla = Needs(options.checkers, Evidence::kXla);
  const bool with_communication =
      Needs(options.checkers, Evidence::kCommunication);
  if (!with_xla && !with_communication) return {};
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickFiles(arguments));
  TFPROF_ASSIGN_OR_RETURN(std::vector<PickedFile> steps, StepFilesOf(files));
  if (options.chosen) KeepChosen(*options.chosen, steps);
  XlaGraphs graphs;
  if (with_xla) {
    TFPROF_ASSIGN_OR_RETURN(const std::optional<Graph> defined,
                            LoadDefinedGraph(files, arguments, diagnostics));
    if (defined) graphs.Add(*defined);
    TFPROF_RETURN_IF_ERROR(ForEachGraphThatRan(
        steps.front(), arguments,
        [&](const Graph& graph) { graphs.Add(graph); }, diagnostics));
  }
  XlaSink xla(graphs);
  CommunicationSink communication;
  TeeSink tee({&xla, &communication});
  for (const PickedFile& step : steps) {
    xla.BeginFile(step.step);
    TFPROF_RETURN_IF_ERROR(
        ReadInputs({step}, arguments.inputs, tee, diagnostics));
  }
  evidence.xla = xla.Finish();
  evidence.communication = communication.Finish();
  return {};
}

// REQUIRES: `evidence` and the profile cover the same steps.
Result<Advice> AdviceOf(const Profile& profile, const Rules& rules,
                        const AdviseOptions& options,
                        const StepEvidence& evidence,
                        Diagnostics& diagnostics) {
  return RunCheckers({profile,
                      rules,
                      &evidence.xla,
                      &evidence.communication,
                      evidence.path.get(),
                      &evidence.memory,
                      {},
                      options.shows_totals,
                      options.chosen.has_value(),
                      evidence.recorded_path.get(),
                      evidence.waiting.get(),
                      evidence.programs ? &*evidence.programs : nullptr},
                     options.checkers, options.settings, diagnostics);
}

Status Render(const Profile& profile, Advice advice,
              const AdviseOptions& options, Output& output,
              Diagnostics& diagnostics) {
  Report report;
  report.steps = options.chosen ? StepsOf(*options.chosen, profile.step_table)
                                : ReportedSteps{{profile.steps}, "all"};
  if (options.chosen && output.renderer().is_for_people) {
    report.sections.push_back({"", NotesOf(*options.chosen), {}});
  }
  report.sections.push_back({"", {}, std::move(advice)});
  return output.Render(report, diagnostics);
}

Result<Profile> Load(const std::vector<PickedFile>& files,
                     const AdviseOptions& options, const Arguments& arguments,
                     std::vector<DumpSink*> others, Diagnostics& diagnostics) {
  if (!options.chosen) {
    return LoadProfile(files, arguments, {}, diagnostics, nullptr,
                       std::move(others));
  }
  return LoadChosen(files, *options.chosen, arguments, {}, diagnostics,
                    std::move(others));
}

Status RunAdvise(const AdviseOptions& asked, const Arguments& arguments,
                 CommandContext& context) {
  AdviseOptions options = asked;
  TFPROF_RETURN_IF_ERROR(CheckCheckers(options.checkers, options.settings));
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickFiles(arguments));
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kAdvice, context));
  const auto shows_totals = &Renderer::orders_by_cost;
  options.shows_totals = std::invoke(shows_totals, outputs.front().renderer());
  const bool are_recordings = AreRecordings(files);
  if (are_recordings && !arguments.inputs.steps) {
    options.steps = StepSelection();  // those that count in means
  }
  if (are_recordings || options.steps.which != StepSelection::Which::kAll) {
    TFPROF_ASSIGN_OR_RETURN(
        options.chosen,
        ChooseStepsOf(files, options.steps, ReadingFor(options, arguments)));
  }
  // --fail decides by the corrected rules: the reference's rules report false
  // findings. One pass over the files fills both profiles.
  const Rules rules = RulesFor(arguments, files);
  const bool is_asked_twice = options.fail && rules != kCorrectedRules;
  Diagnostics said_already;
  ProfileBuilder builder(kCorrectedRules, said_already, {});
  std::vector<DumpSink*> others;
  if (is_asked_twice) others.push_back(&builder);
  CaptureSink recordings;
  if (are_recordings) others.push_back(&recordings);
  TFPROF_ASSIGN_OR_RETURN(const Profile profile,
                          Load(files, options, ReadingFor(options, arguments),
                               std::move(others), context.diagnostics));
  StepEvidence evidence;
  TFPROF_RETURN_IF_ERROR(ReadStepEvidence(
      options, arguments, recordings.capture(), evidence, context.diagnostics));
  TFPROF_ASSIGN_OR_RETURN(
      Advice advice,
      AdviceOf(profile, rules, options, evidence, context.diagnostics));
  bool has_findings = advice.HasFindings();
  if (is_asked_twice) {
    TFPROF_ASSIGN_OR_RETURN(const Profile corrected, builder.Finish());
    TFPROF_ASSIGN_OR_RETURN(
        const Advice certain,
        AdviceOf(corrected, kCorrectedRules, options, evidence, said_already));
    has_findings = certain.HasFindings();
  }
  if (options.fail && has_findings) context.exit_code = kExitFound;
  for (Output& output : outputs) {
    const bool is_first = &output == &outputs.front();
    options.shows_totals = std::invoke(shows_totals, output.renderer());
    if (!is_first) {
      TFPROF_ASSIGN_OR_RETURN(
          advice, AdviceOf(profile, rules, options, evidence, said_already));
    }
    TFPROF_RETURN_IF_ERROR(Render(profile, std::move(advice), options, output,
                                  context.diagnostics));
  }
  return {};
}

void AddAdviseFlags(FlagSet& flags, AdviseOptions& options) {
  AddCheckerFlags(flags, options);
  AddStepsFlag(flags, options.steps);
  flags.Switch("fail", options.fail,
               "exit with 1 if the corrected rules find a problem");
}

}  // namespace

void AddCheckerFlags(FlagSet& flags, AdviseOptions& options) {
  Flag& checkers =
      flags.List("checkers", options.checkers, "NAME,...", "checkers to run");
  checkers.default_text = "all";
  for (const Checker& checker : Checkers()) {
    checkers.words.emplace_back(checker.name);
  }
  flags.Other(
      "set", "CHECKER.OPTION=N", "",
      [&settings = options.settings](std::string_view text) -> Status {
        const size_t equals = text.find('=');
        if (equals == std::string_view::npos) {
          return Fail(ErrorCode::kInvalidArgument,
                      "'{}' has no value; write --set "
                      "AcceleratorUtilizationChecker.low=0.7",
                      Printable(text));
        }
        settings.push_back({std::string(text.substr(0, equals)),
                            std::string(text.substr(equals + 1))});
        return {};
      },
      "change an option of a checker; may be repeated");
}

Result<Advice> MakeAdvice(const Profile& profile,
                          const std::vector<PickedFile>& files,
                          const AdviseOptions& asked,
                          const Arguments& arguments,
                          Diagnostics& diagnostics) {
  const AllocationScope keeping("the advice");
  AdviseOptions options = asked;
  CaptureSink recordings;
  std::optional<Profile> of_steps;
  if (profile.is_recording) {
    // The steps that `advise` itself looks at, not all.
    options.steps = arguments.inputs.steps.value_or(StepSelection());
    TFPROF_ASSIGN_OR_RETURN(options.chosen,
                            ChooseSteps(options.steps, profile.step_table));
    Diagnostics said_before;
    TFPROF_ASSIGN_OR_RETURN(
        of_steps,
        LoadChosen(files, *options.chosen, ReadingFor(options, arguments), {},
                   said_before, {&recordings}));
  }
  StepEvidence evidence;
  TFPROF_RETURN_IF_ERROR(ReadStepEvidence(
      options, arguments, recordings.capture(), evidence, diagnostics));
  const Rules rules = arguments.rules.value_or(
      profile.is_recording ? kCorrectedRules : arguments.usual_rules);
  return AdviceOf(of_steps ? *of_steps : profile, rules, options, evidence,
                  diagnostics);
}

Status ShowAdvice(const Session& session, const Arguments& arguments,
                  CommandContext& context) {
  const Profile& profile = session.profile();
  TFPROF_ASSIGN_OR_RETURN(Output output,
                          OpenOutput("stdout", ResultKind::kAdvice, context));
  TFPROF_ASSIGN_OR_RETURN(
      Advice advice,
      MakeAdvice(profile, session.files(), {}, arguments, context.diagnostics));
  return Render(profile, std::move(advice), {}, output, context.diagnostics);
}

Command AdviseCommand() {
  return {.name = "advise",
          .summary = "where to look first, and what to mend",
          .examples =
              "  tfprof advise DUMP\n"
              "  tfprof advise DUMP --checkers=XlaChecker --fail\n",
          .result = ResultKind::kAdvice,
          .prepare = Prepare(AddAdviseFlags, RunAdvise)};
}

}  // namespace tfprof
