// SPDX-License-Identifier: Apache-2.0
// diff: two dumps side by side in one view.
#include "analysis/diff.h"

#include <cstdint>
#include <limits>

#include "analysis/difference/difference_sections.h"
#include "analysis/gate/parity.h"
#include "analysis/memory/compare_peaks.h"
#include "analysis/programs/program_difference.h"
#include "analysis/recording_facts.h"
#include "base/strings.h"
#include "command.h"
#include "commands/held_memory.h"
#include "commands/view.h"
#include "load.h"
#include "load_parts.h"
#include "load_step.h"
#include "output.h"
#include "recorded/capture_sink.h"
#include "session.h"
#include "steps_flag.h"

namespace tfprof {

namespace {

struct DiffOptions {
  ViewOptions view_options;
  const View* view = &DefaultView();  // null: the account
  std::string base;
  std::string now;
  LeastChange least;
  std::optional<StepSelection> steps;
};

void AddDiffFlags(FlagSet& flags, DiffOptions& options) {
  AddViewNameFlag(flags, options.view, /*has_account=*/true);
  flags.Text("base", options.base, "DUMP",
             "the old dump, instead of the first word");
  flags.Text("new", options.now, "DUMP",
             "the new dump, instead of the second word");
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
      "leave out rows that changed less; both forms may be given");
  AddStepsFlag(flags, options.steps, "warm");
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

// Names the steps of a dump's numbers.
void AddSteps(const Selection& selection, const std::string& dump,
              ReportedSteps& steps, std::vector<std::string>& notes) {
  const ChosenSteps chosen = selection.chosen.value_or(
      ChosenSteps{{selection.step.value_or(0)}, "listed", {}});
  steps.of_dump.push_back(chosen.numbers);
  steps.are = chosen.are;
  for (const std::string& note : NotesOf(chosen)) {
    notes.push_back(fmt::format("{}: {}", Printable(dump), note));
  }
}

// Reads the step with the greatest peak; empty for a dump without steps.
Result<MemoryOfDump> MemoryOf(const std::string& dump,
                              const StepSelection& steps, Arguments arguments,
                              Diagnostics& diagnostics) {
  arguments.inputs.dumps = {dump};
  Result<MemoryOfDump> memory = LoadMemory(steps, arguments, diagnostics);
  if (memory || memory.error().code != ErrorCode::kNotFound) return memory;
  return MemoryOfDump();
}

Result<Section> PeaksOf(const std::pair<std::string, std::string>& dumps,
                        const StepSelection& steps, const Arguments& arguments,
                        Diagnostics& diagnostics) {
  TFPROF_ASSIGN_OR_RETURN(const MemoryOfDump base,
                          MemoryOf(dumps.first, steps, arguments, diagnostics));
  TFPROF_ASSIGN_OR_RETURN(
      const MemoryOfDump now,
      MemoryOf(dumps.second, steps, arguments, diagnostics));
  return ComparePeaks(base, now);
}

// Says how the recordings of two dumps were made in other ways.
void SayOtherFacts(const std::pair<std::string, std::string>& dumps,
                   const RecordingFacts& before, const RecordingFacts& now,
                   Diagnostics& diagnostics) {
  if (before.IsPythonTraced() != now.IsPythonTraced()) {
    const bool is_old = before.IsPythonTraced();
    const auto& [traced, other] =
        is_old ? dumps : std::pair(dumps.second, dumps.first);
    diagnostics.Warn(
        "python traced",
        fmt::format("{} was recorded with calls of Python traced, {} without: "
                    "its steps are 1.3 to 3 times as long for that alone",
                    Printable(traced), Printable(other)));
  }
  for (const std::string& words : OtherFacts(before, now)) {
    diagnostics.Warn("other recorder", words);
  }
}

// The difference of two runs as a sum that closes.
Status RunAccountDiff(const DiffOptions& options,
                      const std::pair<std::string, std::string>& dumps,
                      const Arguments& arguments, CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  const StepSelection steps = options.steps.value_or(StepSelection());
  RecordingFacts old_facts, new_facts;
  const auto load = [&](const std::string& dump, RecordingFacts& facts) {
    Arguments of_dump = arguments;
    of_dump.inputs.dumps = {dump};
    return PickFiles(of_dump).and_then(
        [&](const std::vector<PickedFile>& files) {
          return LoadParts(files, steps, of_dump, facts, context.diagnostics);
        });
  };
  TFPROF_ASSIGN_OR_RETURN(const RunParts before, load(dumps.first, old_facts));
  TFPROF_ASSIGN_OR_RETURN(const RunParts after, load(dumps.second, new_facts));
  if (before.is_recording != after.is_recording) {
    return Fail(ErrorCode::kUnsupported,
                "{} is {}, {} is not: their times have other parts",
                dumps.first,
                before.is_recording ? "a recording (XSpace)" : "step stats",
                dumps.second);
  }
  if (before.is_recording) {
    SayOtherFacts(dumps, old_facts, new_facts, context.diagnostics);
  }
  const Difference difference = DifferenceOf(before, after);
  const auto make = [&](const Renderer& renderer) {
    Report report;
    report.sections = DifferenceSections(
        difference, {.is_for_people = renderer.is_for_people});
    return report;
  };
  return outputs.RenderEach(make, context.diagnostics);
}

// The parts of a dump's steps; nothing if it has no times of steps. `capture`
// is null for step stats, whose `files` are open.
Result<std::optional<RunParts>> FindParts(
    const std::vector<PickedFile>& files,
    std::shared_ptr<const Capture> capture, const StepSelection& steps,
    const Arguments& arguments) {
  RecordingFacts facts;
  Diagnostics said_already;
  Result<RunParts> parts =
      capture != nullptr
          ? PartsOfCapture(std::move(capture), steps, arguments)
          : LoadParts(files, steps, arguments, facts, said_already);
  if (parts) return std::optional(*std::move(parts));
  const ErrorCode code = parts.error().code;
  const bool has_no_times = code == ErrorCode::kNotFound ||
                            code == ErrorCode::kUnsupported ||
                            code == ErrorCode::kCorrupt;
  if (!has_no_times) return Failure(std::move(parts).error());
  return std::optional<RunParts>();
}

// The steps that the flags of `diff` choose.
StepSelection StepsOf(const DiffOptions& options, const Selection& selection) {
  if (!selection.step) return options.steps.value_or(StepSelection());
  return {
      StepSelection::Which::kListed, {{*selection.step, *selection.step}}, {}};
}

Status RunDiff(const DiffOptions& options, const Arguments& arguments,
               CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(const auto dumps,
                          DumpsOf(options, arguments.inputs.dumps));
  TFPROF_ASSIGN_OR_RETURN(
      const bool is_held,
      ShowHeldDifference(dumps, options.least, arguments, context));
  if (is_held) return {};
  if (options.view == nullptr) {
    return RunAccountDiff(options, dumps, arguments, context);
  }
  TFPROF_ASSIGN_OR_RETURN(Selection selection,
                          MakeSelection(options.view_options));
  TFPROF_RETURN_IF_ERROR(CheckOneChoice(selection, options.steps));
  // Changes below the depth limit count too, so rows are cut at the end.
  const int64_t most_depth = selection.max_depth;
  selection.max_depth = std::numeric_limits<int32_t>::max();
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  Report report;
  report.steps.emplace();
  std::vector<std::string> notes;
  std::vector<Session> sessions;
  std::vector<ViewTree> trees;
  std::vector<RecordingFacts> facts;
  std::vector<ProgramSumsByName> programs;
  std::vector<std::optional<RunParts>> parts;
  sessions.reserve(2);
  for (const std::string& dump : {dumps.first, dumps.second}) {
    Arguments of_dump = arguments;
    of_dump.inputs.dumps = {dump};
    of_dump.inputs.canonical_names = true;
    of_dump.inputs.with_programs = true;  // of recordings
    TFPROF_ASSIGN_OR_RETURN(Session session, Session::Open(of_dump));
    sessions.push_back(std::move(session));
    if (selection.Selects(Measure::kMicros)) {
      for (const Role role : {Role::kRunMetadata, Role::kOpLog, Role::kProfile}) {
        TFPROF_RETURN_IF_ERROR(sessions.back().KeepOpen(role));
      }
    }
    if (!selection.step) {
      TFPROF_ASSIGN_OR_RETURN(
          selection.chosen,
          sessions.back().Choose(options.steps.value_or(StepSelection())));
    }
    AddSteps(selection, dump, *report.steps, notes);
    CaptureSink capture;
    std::vector<DumpSink*> others;
    if (AreRecordings(sessions.back().files())) others.push_back(&capture);
    Diagnostics of_dump_said;
    const Status loaded = sessions.back().LoadFor(
        LoadSpecFor(selection), nullptr, std::move(others), of_dump_said);
    context.diagnostics.Append(of_dump_said);
    TFPROF_RETURN_IF_ERROR(loaded);
    facts.emplace_back().Add(of_dump_said);
    programs.emplace_back();
    if (capture.capture() != nullptr) {
      facts.back().Add(*capture.capture());
      programs.back() = SumsOfPrograms(ProgramsOf(*capture.capture()));
    }
    TFPROF_RETURN_IF_ERROR(CheckStep(selection, sessions.back().profile()));
    parts.emplace_back();
    if (selection.Selects(Measure::kMicros)) {
      TFPROF_ASSIGN_OR_RETURN(
          parts.back(),
          FindParts(sessions.back().files(), capture.capture(),
                    StepsOf(options, selection), of_dump));
    }
    TFPROF_ASSIGN_OR_RETURN(
        ViewTree tree,
        sessions.back().Build(*options.view, selection, context.diagnostics));
    trees.push_back(std::move(tree));
  }
  SayOtherFacts(dumps, facts[0], facts[1], context.diagnostics);
  const Parity compared =
      CompareDumps(sessions[0].profile(), sessions[1].profile());
  const AlignedRows aligned = AlignTrees(trees[0], trees[1]);
  std::optional<Section> peaks;
  if (selection.Selects(Measure::kPeakBytes)) {
    TFPROF_ASSIGN_OR_RETURN(peaks, PeaksOf(dumps, StepsOf(options, selection),
                                           arguments, context.diagnostics));
  }
  std::optional<Difference> difference;
  if (parts[0] && parts[1] &&
      parts[0]->is_recording == parts[1]->is_recording) {
    difference = DifferenceOf(*parts[0], *parts[1]);
  }
  const ViewPolicy& policy = options.view->policy;
  for (Output& output : outputs) {
    const bool is_cut = output.renderer().is_for_people && !policy.is_flat;
    report.sections.clear();
    if (difference) {
      report.sections = BriefDifference(
          *difference, {.is_for_people = output.renderer().is_for_people});
    }
    Section parity = TableOf(compared);
    parity.notes.insert(parity.notes.begin(), notes.begin(), notes.end());
    report.sections.push_back(std::move(parity));
    for (Section& table :
         TablesOf(aligned, trees[0], trees[1], options.least,
                  is_cut ? most_depth - policy.root_depth : INT64_MAX)) {
      report.sections.push_back(std::move(table));
    }
    if (auto section = ProgramDifference(programs[0], programs[1],
                                         output.renderer().is_for_people)) {
      report.sections.push_back(*std::move(section));
    }
    if (peaks) report.sections.push_back(*std::move(peaks));
    TFPROF_RETURN_IF_ERROR(output.Render(report, context.diagnostics));
    if (peaks) peaks = std::move(report.sections.back());
  }
  return {};
}

}  // namespace

Command DiffCommand() {
  return {.name = "diff",
          .summary = "two dumps side by side in one view",
          .operands = "OLD NEW",
          .examples =
              "  tfprof diff OLD NEW --min_change=5%\n"
              "  tfprof diff OLD NEW --view=op --select=bytes\n"
              "  tfprof diff OLD.xplane.pb NEW.xplane.pb --view=account\n"
              "  tfprof diff OLD.prof NEW.prof    (what a JAX program holds)\n",
          .result = ResultKind::kTables,
          .prepare = Prepare(AddDiffFlags, RunDiff)};
}

}  // namespace tfprof
