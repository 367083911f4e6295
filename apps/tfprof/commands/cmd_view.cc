// SPDX-License-Identifier: Apache-2.0
// scope, graph, op and code: one implementation, four names.
#include "commands/cmd_view.h"

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

}  // namespace

Status ShowView(const View& view, const ViewOptions& options,
                Selection selection, Session& session,
                CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(
      Output output,
      OpenOutput(options.output, ResultKind::kView, context.out));
  const Renderer& renderer = output.renderer();
  if (renderer.check != nullptr) {
    TFPROF_RETURN_IF_ERROR(renderer.check(view, selection));
  }
  if (renderer.takes_all_measures) selection.columns.set();
  if (renderer.takes_timelines) {
    selection.columns.set(IndexOf(Measure::kMicros));
  }
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

Status RunView(const Command& command, const Arguments& arguments,
               CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(Selection selection, MakeSelection(arguments.view));
  TFPROF_ASSIGN_OR_RETURN(Session session, Session::Open(arguments));
  return ShowView(FindView(command.name), arguments.view, std::move(selection),
                  session, context);
}

}  // namespace tfprof
