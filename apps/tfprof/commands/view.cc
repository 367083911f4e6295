// SPDX-License-Identifier: Apache-2.0
// scope, graph, op and code: one implementation, four names.
#include "commands/view.h"

#include <filesystem>
#include <limits>
#include <utility>

#include "base/strings.h"
#include "commands/view_notices.h"
#include "load_recordings.h"
#include "output.h"
#include "report/report.h"
#include "steps_flag.h"
#include "unmatched.h"
#include "view/timeline/build_timeline.h"

namespace tfprof {

namespace {

// True if the output is a timeline made from records of executions.
bool ShowsExecutions(const View& view, const Renderer& renderer) {
  return renderer.takes_timelines &&
         view.timeline == TimelineStyle::kExecutions;
}

LoadSpec LoadSpecFor(const View& view, const Renderer& renderer,
                     const Selection& selection) {
  LoadSpec kept = LoadSpecFor(selection);
  if (!ShowsExecutions(view, renderer)) return kept;
  kept.records = true;
  if (!selection.step) kept.steps = LoadSpec::Steps::kEach;
  return kept;
}

// Measures that an XSpace does not record would be 0 in every row.
void WarnAboutUnknown(const Profile& profile, const Selection& selection,
                      Diagnostics& diagnostics) {
  if (!profile.is_recording) return;
  const bool asks_for_bytes = selection.Selects(Measure::kRequestedBytes) ||
                              selection.Selects(Measure::kPeakBytes) ||
                              selection.Selects(Measure::kResidualBytes) ||
                              selection.Selects(Measure::kOutputBytes);
  if (asks_for_bytes && !profile.node_steps.requested_bytes.HasValues()) {
    diagnostics.Warn("bytes are unknown",
                     "bytes are unknown: no allocator reported; TensorFlow on "
                     "a CPU does with TF_CPU_ALLOCATOR_USE_BFC=true");
  }
  if (selection.Selects(Measure::kFloatOps) &&
      !profile.nodes.float_ops.HasValues()) {
    diagnostics.Warn("float ops are unknown",
                     "float ops are unknown: this recording does not count "
                     "them; give an op log by --op_log_path, or a graph with "
                     "shapes by --graph_path");
  }
}

void WarnAboutSelection(const Profile& profile, const View& view,
                        const Selection& selection, Diagnostics& diagnostics) {
  if (selection.account_displayed_only && !view.policy.redo_totals) {
    diagnostics.Warn("ignored options",
                     "Note: code view ignores account_displayed_op_only");
  }
  WarnAboutUnknown(profile, selection, diagnostics);
  if (!selection.Selects(Measure::kParameters)) return;
  for (size_t node = 0; node < profile.nodes.size(); ++node) {
    if (!IsIncompleteShape(profile.nodes.shape[node])) continue;
    diagnostics.Warn("nodes with an unknown dimension count no parameters",
                     fmt::format("{}: Incomplete shape.",
                                 Printable(profile.NameOf(NodeId(node)))));
  }
}

// Tables limit rows themselves and are ordered by their first measure.
void SuitTable(const View& view, const ViewOptions& options,
               Selection& selection) {
  if (!options.has_order) OrderByFirst(options.select, selection);
  if (view.policy.is_flat && !options.has_max_depth) {
    selection.max_depth = std::numeric_limits<int32_t>::max();
  }
}

ReportedSteps StepsOf(const Selection& selection, const Profile& profile) {
  if (selection.chosen) return StepsOf(*selection.chosen, profile.step_table);
  if (selection.step) return {{{*selection.step}}, "listed"};
  return {{profile.steps}, "all"};
}

// Writes one step to its own file, or text to standard output.
Status ShowStep(const View& view, const ViewOptions& options,
                const Selection& selection, int64_t step, Session& session,
                Output& output, Diagnostics& diagnostics) {
  TFPROF_ASSIGN_OR_RETURN(ViewTree tree,
                          session.Build(view, selection, diagnostics));
  WarnAboutUnmatched(tree, options, diagnostics);
  SayWhatRowsDoNot(tree, session, diagnostics);
  Report report;
  report.steps = StepsOf(selection, session.profile());
  // The reference's text does not have this line.
  std::vector<std::string> notes;
  if (output.renderer().orders_by_cost) {
    report.remarks.push_back(
        RemarkOn(report.steps->of_dump[0], report.steps->are, session.rules()));
    if (selection.chosen && !selection.chosen->note.empty()) {
      report.remarks.push_back(selection.chosen->note);
    }
  } else if (selection.chosen) {
    notes = NotesOf(*selection.chosen);
  }
  if (output.renderer().takes_timelines) {
    report.sections.push_back({"",
                               {},
                               BuildTimeline(std::move(tree), diagnostics,
                                             session.rows_by_step().empty()
                                                 ? nullptr
                                                 : &session.rows_by_step())});
  } else {
    report.sections.push_back({"", std::move(notes), std::move(tree)});
  }
  return output.Render(report, diagnostics, step);
}

// Writes the executions of each step to its own file.
Status ShowExecutions(const View& view, const ViewOptions& options,
                      Selection selection, const std::vector<int64_t>& steps,
                      Session& session, Output& output,
                      Diagnostics& diagnostics) {
  if (steps.size() > 1) TFPROF_RETURN_IF_ERROR(output.CheckSteps(steps));
  for (const int64_t step : steps) {
    selection.step = step;
    TFPROF_RETURN_IF_ERROR(
        ShowStep(view, options, selection, step, session, output, diagnostics));
  }
  return {};
}

// Two folders were probably meant for diff: the error says so.
Failure MeantDiff(const View& view, const Arguments& arguments, Error error) {
  const std::vector<std::string>& dumps = arguments.inputs.dumps;
  std::error_code unknown;
  if (dumps.size() == 2 && std::filesystem::is_directory(dumps[0], unknown) &&
      std::filesystem::is_directory(dumps[1], unknown)) {
    error.message += fmt::format("; did you mean tfprof diff {} {} --view={}?",
                                 dumps[0], dumps[1], view.name);
  }
  return Failure(std::move(error));
}

Status RunView(const View& view, const ViewOptions& options,
               const std::optional<StepSelection>& steps,
               const Arguments& arguments, CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(Selection selection, MakeSelection(options));
  TFPROF_RETURN_IF_ERROR(CheckOneChoice(selection, steps));
  TFPROF_ASSIGN_OR_RETURN(
      Outputs outputs, OpenOutputs(arguments, ResultKind::kView, context));
  Result<Session> session = Session::Open(arguments);
  if (!session) return MeantDiff(view, arguments, std::move(session).error());
  if (steps) {
    TFPROF_ASSIGN_OR_RETURN(selection.chosen, session->Choose(*steps));
  }
  return ShowView(view, options, selection, *session, outputs, context);
}

// The selection for an output.
Selection SuitOutput(const View& view, const ViewOptions& options,
                     const Renderer& renderer, Selection selection) {
  if (renderer.takes_all_measures) selection.columns.set();
  if (renderer.takes_timelines) {
    selection.columns.set(IndexOf(Measure::kMicros));
  }
  if (renderer.orders_by_cost) SuitTable(view, options, selection);
  return selection;
}

// What all outputs together need.
Result<LoadSpec> LoadSpecForAll(const View& view, const ViewOptions& options,
                        const Selection& selection, Outputs& outputs) {
  std::optional<LoadSpec> all;
  for (const Output& output : outputs) {
    const Renderer& renderer = output.renderer();
    if (renderer.check != nullptr) {
      TFPROF_RETURN_IF_ERROR(renderer.check(view, selection));
    }
    const LoadSpec kept = LoadSpecFor(
        view, renderer, SuitOutput(view, options, renderer, selection));
    if (!all) all = kept;
    all->records |= kept.records;
    all->float_ops |= kept.float_ops;
    if (kept.steps == LoadSpec::Steps::kEach) all->steps = kept.steps;
  }
  return *std::move(all);
}

Status ShowIn(Output& output, const View& view, const ViewOptions& options,
              Selection selection, Session& session,
              Diagnostics& diagnostics) {
  const Profile& profile = session.profile();
  const bool shows_executions = ShowsExecutions(view, output.renderer());
  if (profile.is_recording && shows_executions) {
    return Fail(ErrorCode::kInvalidArgument,
                "a timeline of {} shows executions, and an XSpace is read as "
                "sums; the scope view has a timeline of sums",
                view.name);
  }
  selection =
      SuitOutput(view, options, output.renderer(), std::move(selection));
  WarnAboutSelection(profile, view, selection, diagnostics);
  if (!shows_executions || selection.step) {
    return ShowStep(view, options, selection, options.step, session, output,
                    diagnostics);
  }
  // tfprof: executions cannot be averaged, so each step is shown.
  const std::vector<int64_t> steps =
      selection.chosen ? selection.chosen->numbers : profile.steps;
  selection.chosen.reset();
  return ShowExecutions(view, options, std::move(selection), steps, session,
                        output, diagnostics);
}

}  // namespace

Status ShowView(const View& view, const ViewOptions& options,
                const Selection& selection, Session& session, Outputs& outputs,
                CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(const LoadSpec kept,
                          LoadSpecForAll(view, options, selection, outputs));
  TFPROF_RETURN_IF_ERROR(session.Load(kept, context.diagnostics));
  const Profile& profile = session.profile();
  if (profile.step_table.series && profile.node_steps.size() == 0) {
    return NothingRan(session.files(), context.diagnostics);
  }
  TFPROF_RETURN_IF_ERROR(CheckStep(selection, profile));
  for (Output& output : outputs) {
    // Each warning is said once, not for each output.
    Diagnostics said_already = context.diagnostics;
    const bool is_first = &output == &outputs.front();
    TFPROF_RETURN_IF_ERROR(
        ShowIn(output, view, options, selection, session,
               is_first ? context.diagnostics : said_already));
  }
  return {};
}

std::vector<Command> ViewCommands() {
  std::vector<Command> commands;
  for (const View& view : Views()) {
    const auto prepare = [&view](FlagSet& flags) -> Work {
      struct Asked {
        ViewOptions options;
        std::optional<StepSelection> steps;
      };

      const auto asked = std::make_shared<Asked>();
      AddViewFlags(flags, asked->options, FlagGroup::kOwn);
      AddStepsFlag(flags, asked->steps, "");
      return [asked, &view](const Arguments& arguments,
                            CommandContext& context) {
        return RunView(view, asked->options, asked->steps, arguments, context);
      };
    };
    commands.push_back({.name = std::string(view.name),
                        .summary = std::string(view.summary),
                        .examples = std::string(view.examples),
                        .result = ResultKind::kView,
                        .prepare = prepare});
  }
  return commands;
}

void AddViewNameFlag(FlagSet& flags, const View*& view, bool has_account) {
  WordTable<const View*> names;
  for (const View& known : Views()) names.emplace_back(known.name, &known);
  if (has_account) names.emplace_back("account", nullptr);
  std::vector<std::string_view> words;
  for (const auto& [name, known] : names) words.push_back(name);
  flags.Word("view", view, names, fmt::format("{}", fmt::join(words, ", ")));
}

}  // namespace tfprof
