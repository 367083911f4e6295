// SPDX-License-Identifier: Apache-2.0
// report: everything that can be shown of a dump on one page, and of two dumps
// what changed.
#include <filesystem>
#include <optional>

#include "analysis/diff.h"
#include "analysis/inventory.h"
#include "command.h"
#include "commands/advise.h"
#include "load.h"
#include "output.h"
#include "session.h"
#include "steps_flag.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

namespace {

struct ReportOptions {
  ViewOptions view;
  std::optional<StepSelection> steps;
  AdviseOptions advise;
};

void AddReportFlags(FlagSet& flags, ReportOptions& options) {
  // A page folds what is deep, so that nothing need be left out.
  options.view.max_depth = 1'000'000;
  AddCheckerFlags(flags, options.advise);
  AddStepsFlag(flags, options.steps, "warm");
  AddViewFlags(flags, options.view, FlagGroup::kView);
}

// The old one of two dumps, if two are given: folders, since files named one by
// one are parts of a dump.
std::optional<std::string> BaseOf(const std::vector<std::string>& dumps) {
  std::error_code unknown;
  const bool are_two = dumps.size() == 2 &&
                       std::filesystem::is_directory(dumps[0], unknown) &&
                       std::filesystem::is_directory(dumps[1], unknown);
  return are_two ? std::optional(dumps[0]) : std::nullopt;
}

ChosenSteps StepsOf(const Selection& selection) {
  if (selection.chosen) return *selection.chosen;
  return {{selection.step.value_or(0)}, "listed", {}};
}

class PageMaker {
 public:
  PageMaker(const Arguments& arguments, const AdviseOptions& advise,
            Selection selection, std::optional<ChosenSteps> base_chosen,
            CommandContext& context)
      : arguments_(arguments),
        advise_(advise),
        selection_(std::move(selection)),
        base_chosen_(std::move(base_chosen)),
        context_(context) {
    selection_.columns.set();
  }

  Result<Report> Make(Session& session, Session* base) {
    TFPROF_RETURN_IF_ERROR(AddInventory());
    for (const View& view : Views()) {
      if (view.is_on_page) TFPROF_RETURN_IF_ERROR(AddView(view, session));
    }
    TFPROF_ASSIGN_OR_RETURN(Advice advice,
                            MakeAdvice(session.profile(), advise_, arguments_,
                                       context_.diagnostics));
    report_.sections.push_back({"advice", {}, std::move(advice)});
    TFPROF_RETURN_IF_ERROR(AddTimeline());
    if (base != nullptr) TFPROF_RETURN_IF_ERROR(AddDiff(*base, session));
    return std::move(report_);
  }

 private:
  Status AddInventory() {
    TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                            PickFiles(arguments_));
    InventorySink::Counts counts;
    Diagnostics said_already;
    TFPROF_ASSIGN_OR_RETURN(
        const Profile profile,
        LoadProfile(files, arguments_, {Kept::Steps::kSumOfAll}, said_already,
                    &counts));
    Table table{{{"picked as"}, {"step"}, {"file"}}, {}};
    for (const PickedFile& file : files) {
      table.AddRow({std::string(RoleWords(file.role)),
                    file.role == Role::kRunMetadata ? Cell(file.step) : Cell(),
                    file.Name()});
    }
    report_ = BuildInventory(profile, counts, StepsOf(selection_));
    report_.sections.insert(report_.sections.begin(),
                            {"inputs", {}, std::move(table)});
    return {};
  }

  // A view that this dump does not have is a note that says why.
  Status AddView(const View& view, Session& session) {
    Result<ViewTree> tree =
        session.Build(view, selection_, context_.diagnostics);
    Section section{std::string(view.name), {}, {}};
    if (tree) {
      section.block = std::move(*tree);
    } else {
      section.notes.push_back(tree.error().message);
    }
    report_.sections.push_back(std::move(section));
    return {};
  }

  // The last of those that were asked for.
  Status AddTimeline() {
    Section section{"timeline", {}, {}};
    const auto files = PickStepFiles(arguments_);
    if (!files) {
      section.notes.push_back(files.error().message);
      report_.sections.push_back(std::move(section));
      return {};
    }
    PickedFile picked = files->back();
    const ChosenSteps chosen = StepsOf(selection_);
    for (const PickedFile& file : *files) {
      if (chosen.Contains(file.step)) picked = file;
    }
    TraceBuilder builder;
    Diagnostics said_already;
    TFPROF_RETURN_IF_ERROR(
        ReadInputs({picked}, arguments_.inputs, builder, said_already));
    TraceTimelineOptions options;
    options.show_memory = true;
    std::vector<TraceTimeline> timelines;
    for (Trace& trace : builder.Finish()) {
      timelines.push_back(BuildTraceTimeline(std::move(trace), options, 0));
    }
    if (timelines.empty()) {
      section.notes.push_back("the step holds no records");
    } else {
      section.block = std::move(timelines);
    }
    report_.sections.push_back(std::move(section));
    return {};
  }

  Status AddDiff(Session& base, Session& now) {
    const View& view = DefaultView();
    Selection of_base = selection_;
    of_base.chosen = base_chosen_;
    TFPROF_ASSIGN_OR_RETURN(ViewTree old_tree,
                            base.Build(view, of_base, context_.diagnostics));
    TFPROF_ASSIGN_OR_RETURN(ViewTree new_tree,
                            now.Build(view, selection_, context_.diagnostics));
    AlignedRows rows = AlignTrees(old_tree, new_tree);
    report_.sections.push_back(
        {"difference",
         {},
         std::make_shared<const TreePair>(TreePair{
             std::move(rows), std::move(old_tree), std::move(new_tree)})});
    return {};
  }

  const Arguments& arguments_;
  const AdviseOptions& advise_;
  Selection selection_;
  std::optional<ChosenSteps> base_chosen_;
  CommandContext& context_;
  Report report_;
};

// `selection` is of the steps that it has in this dump.
Result<Session> Load(const Arguments& arguments,
                     const std::optional<StepSelection>& steps,
                     Selection& selection, CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(Session session, Session::Open(arguments));
  // Advice looks at each step.
  TFPROF_RETURN_IF_ERROR(session.Load({}, context.diagnostics));
  TFPROF_RETURN_IF_ERROR(CheckStep(selection, session.profile()));
  if (!selection.step) {
    TFPROF_ASSIGN_OR_RETURN(selection.chosen,
                            ChooseSteps(steps.value_or(StepSelection()),
                                        session.profile().step_table));
  }
  return session;
}

Status RunReport(const ReportOptions& options, const Arguments& arguments,
                 CommandContext& context) {
  Arguments asked = arguments;
  TFPROF_ASSIGN_OR_RETURN(Selection selection, MakeSelection(options.view));
  TFPROF_RETURN_IF_ERROR(CheckOneChoice(selection, options.steps));
  TFPROF_ASSIGN_OR_RETURN(
      Output output,
      OpenOutput(arguments.output, ResultKind::kPage, context));
  const std::optional<std::string> base_dump = BaseOf(asked.inputs.dumps);
  std::optional<Session> base;
  std::optional<ChosenSteps> base_chosen;
  if (base_dump) {
    Arguments of_base = asked;
    of_base.inputs.dumps = {*base_dump};
    TFPROF_ASSIGN_OR_RETURN(
        base, Load(of_base, options.steps, selection, context));
    base_chosen = selection.chosen;
    asked.inputs.dumps.erase(asked.inputs.dumps.begin());
  }
  TFPROF_ASSIGN_OR_RETURN(Session session,
                          Load(asked, options.steps, selection, context));
  TFPROF_ASSIGN_OR_RETURN(
      const Report report,
      PageMaker(asked, options.advise, selection, base_chosen, context)
          .Make(session, base ? &*base : nullptr));
  return output.Render(report, context.diagnostics);
}

}  // namespace

Command ReportCommand() {
  return {.name = "report",
          .summary = "one page to look at, for a browser",
          .examples =
              "  tfprof report DUMP --output=html:outfile=report.html\n"
              "  tfprof report OLD NEW > difference.html\n",
          .result = ResultKind::kPage,
          .default_output = "html",
          .prepare = Prepare(AddReportFlags, RunReport)};
}

}  // namespace tfprof
