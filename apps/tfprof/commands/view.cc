// SPDX-License-Identifier: Apache-2.0
// scope, graph, op and code: one implementation, four names.
#include "commands/view.h"

#include <filesystem>
#include <limits>

#include "base/strings.h"
#include "output.h"
#include "report/report.h"
#include "view/timeline/build_timeline.h"

namespace tfprof {

namespace {

// Whether the answer is made of the records of executions.
bool ShowsExecutions(const View& view, const Renderer& renderer) {
  return renderer.takes_timelines &&
         view.timeline == TimelineStyle::kExecutions;
}

Kept KeptFor(const View& view, const Renderer& renderer,
             const Selection& selection) {
  if (selection.step) {
    return {Kept::Steps::kOnlyOne, *selection.step,
            ShowsExecutions(view, renderer)};
  }
  if (ShowsExecutions(view, renderer)) return {.records = true};
  return {Kept::Steps::kSumOfAll};
}

void WarnAboutSelection(const Profile& profile, const View& view,
                        const Selection& selection, Diagnostics& diagnostics) {
  if (selection.account_displayed_only && !view.policy.redo_totals) {
    diagnostics.Warn("ignored options",
                     "Note: code view ignores account_displayed_op_only");
  }
  if (!selection.Selects(Measure::kParameters)) return;
  for (size_t node = 0; node < profile.nodes.size(); ++node) {
    if (!IsIncompleteShape(profile.nodes.shape[node])) continue;
    diagnostics.Warn("nodes with an unknown dimension count no parameters",
                     fmt::format("{}: Incomplete shape.",
                                 Printable(profile.NameOf(NodeId(node)))));
  }
}

// Tables cut rows themselves, and stand in the order of their first measure.
void SuitTable(const View& view, const ViewOptions& options,
               Selection& selection) {
  if (!options.has_order) OrderByFirst(options.select, selection);
  if (view.policy.is_flat && !options.has_max_depth) {
    selection.max_depth = std::numeric_limits<int32_t>::max();
  }
}

// One file, or the text on standard output.
Status ShowStep(const View& view, const Selection& selection, int64_t step,
                Session& session, Output& output, Diagnostics& diagnostics) {
  TFPROF_ASSIGN_OR_RETURN(ViewTree tree,
                          session.Build(view, selection, diagnostics));
  Report report;
  if (output.renderer().takes_timelines) {
    report.sections.push_back({"", {}, BuildTimeline(tree, diagnostics)});
  } else {
    report.sections.push_back({"", {}, std::move(tree)});
  }
  return output.Render(report, diagnostics, step);
}

// An error of two dumps, which are hardly one.
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
               const Arguments& arguments, CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(Selection selection, MakeSelection(options));
  Result<Session> session = Session::Open(arguments);
  if (!session) return MeantDiff(view, arguments, std::move(session).error());
  return ShowView(view, options, std::move(selection), *session, context);
}

}  // namespace

Status ShowView(const View& view, const ViewOptions& options,
                Selection selection, Session& session,
                CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(
      Output output, OpenOutput(options.output, ResultKind::kView, context));
  const Renderer& renderer = output.renderer();
  if (renderer.check != nullptr) {
    TFPROF_RETURN_IF_ERROR(renderer.check(view, selection));
  }
  if (renderer.takes_all_measures) selection.columns.set();
  if (renderer.takes_timelines) {
    selection.columns.set(IndexOf(Measure::kMicros));
  }
  if (renderer.orders_by_cost) SuitTable(view, options, selection);
  TFPROF_RETURN_IF_ERROR(
      session.Load(KeptFor(view, renderer, selection), context.diagnostics));
  const Profile& profile = session.profile();
  TFPROF_RETURN_IF_ERROR(CheckStep(selection, profile));
  WarnAboutSelection(profile, view, selection, context.diagnostics);
  if (!ShowsExecutions(view, renderer) || selection.step) {
    return ShowStep(view, selection, options.step, session, output,
                    context.diagnostics);
  }
  // tfprof: executions have no average, so all steps are shown.
  for (const int64_t step : profile.steps) {
    selection.step = step;
    TFPROF_RETURN_IF_ERROR(
        ShowStep(view, selection, step, session, output, context.diagnostics));
  }
  return {};
}

std::vector<Command> ViewCommands() {
  std::vector<Command> commands;
  for (const View& view : Views()) {
    const auto prepare = [&view](FlagSet& flags) -> Work {
      const auto options = std::make_shared<ViewOptions>();
      AddViewFlags(flags, *options, FlagGroup::kOwn);
      return [options, &view](const Arguments& arguments,
                              CommandContext& context) {
        options->output = arguments.output;
        return RunView(view, *options, arguments, context);
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

void AddViewNameFlag(FlagSet& flags, const View*& view) {
  WordTable<const View*> names;
  for (const View& known : Views()) names.emplace_back(known.name, &known);
  std::vector<std::string_view> words;
  for (const auto& [name, known] : names) words.push_back(name);
  flags.Word("view", view, names, fmt::format("{}", fmt::join(words, ", ")));
}

}  // namespace tfprof
