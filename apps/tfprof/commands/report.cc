// SPDX-License-Identifier: Apache-2.0
// report: one page with everything about a dump, or about the difference of
// two.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/diff.h"
#include "analysis/inventory.h"
#include "analysis/recording/recording_tables.h"
#include "command.h"
#include "commands/advise.h"
#include "commands/page_parts.h"
#include "commands/tree_of_steps.h"
#include "output.h"
#include "report/step_length_tables.h"
#include "steps_flag.h"

namespace tfprof {

namespace {

struct ReportOptions {
  ViewOptions view;
  AdviseOptions advise;
  std::optional<StepSelection> steps;
};

void AddReportFlags(FlagSet& flags, ReportOptions& options) {
  // All levels: a page can fold deep rows, so none need be left out.
  options.view.max_depth = 1'000'000;
  AddCheckerFlags(flags, options.advise);
  AddStepsFlag(flags, options.steps, "warm");
  AddViewFlags(flags, options.view, FlagGroup::kView);
}

// The older of two dumps, which is the first. Only two folders are two dumps:
// several files are parts of one.
std::optional<std::string> BaseOf(const std::vector<std::string>& dumps) {
  std::error_code unknown;
  const bool are_two = dumps.size() == 2 &&
                       std::filesystem::is_directory(dumps[0], unknown) &&
                       std::filesystem::is_directory(dumps[1], unknown);
  return are_two ? std::optional(dumps[0]) : std::nullopt;
}

// The older dump contributes only rows and the lengths of its steps.
void ForgetRecords(PageDump& dump) {
  dump.median.reset();
  dump.hosts.clear();
  dump.recorded_path.reset();
  dump.events.clear();
  dump.code = CodeLines();
}

// The dump's name: the last part of its path.
std::string TitleOfDump(const Session& session, const Inputs& inputs) {
  std::string path;
  if (!inputs.dumps.empty()) {
    path = inputs.dumps.front();
  } else if (!session.files().empty()) {
    path = session.files().front().path;
  }
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return std::filesystem::path(path).filename().string();
}

class PageMaker {
 public:
  PageMaker(const Arguments& arguments, const AdviseOptions& advise,
            const Selection& selection, CommandContext& context)
      : arguments_(arguments),
        advise_(advise),
        selection_(selection),
        context_(context) {
    selection_.columns.set();
  }

  Result<Report> Make(PageDump& dump, PageDump* base) {
    AddInventory(dump);
    std::vector<Section> memory = MemoryParts(dump);
    // The recorded data is not needed any more.
    dump.hosts.clear();
    dump.counts.recordings.clear();
    // Parts that temporarily need much memory come before the trees, and so do
    // parts that free records.
    TFPROF_ASSIGN_OR_RETURN(
        Advice advice, MakeAdvice(dump.session.profile(), dump.session.files(),
                                  advise_, arguments_, context_.diagnostics));
    std::vector<Section> parts = PathParts(dump);
    const auto add = [&](std::vector<Section> more) {
      std::move(more.begin(), more.end(), std::back_inserter(parts));
    };
    add(std::move(memory));
    add(WorkParts(dump));
    // Moves the records out of the dump, so it is the last of these.
    TFPROF_ASSIGN_OR_RETURN(parts.emplace_back(),
                            TimelinePart(dump, selection_.step, arguments_));
    dump.code = CodeLines();
    for (const View& view : Views()) {
      if (view.is_on_page) AddView(view, dump);
    }
    report_.sections.push_back({"advice", {}, std::move(advice)});
    Add(std::move(parts));
    if (base != nullptr) TFPROF_RETURN_IF_ERROR(AddDiff(*base, dump));
    return std::move(report_);
  }

 private:
  void Add(std::vector<Section> sections) {
    std::move(sections.begin(), sections.end(),
              std::back_inserter(report_.sections));
  }

  void AddInventory(const PageDump& dump) {
    Table table{{{"picked as"}, {"step"}, {"file"}}, {}};
    for (const PickedFile& file : dump.session.files()) {
      table.AddRow({std::string(RoleWords(file.role)),
                    file.role == Role::kRunMetadata ? Cell(file.step) : Cell(),
                    file.Name()});
    }
    const Profile& profile = dump.session.profile();
    report_ = dump.counts.capture != nullptr
                  ? BuildRecordedInventory(profile, dump.counts, dump.choice)
                  : BuildInventory(profile, dump.counts, dump.chosen);
    report_.sections.insert(report_.sections.begin(),
                            {"inputs", {}, std::move(table)});
    // Kept until the page is written.
    for (Section& section : report_.sections) {
      auto* const kept = std::get_if<Table>(&section.block);
      if (kept != nullptr && !kept->rows.empty()) kept->MakeRows();
    }
    AddBreakdown(dump);
  }

  // The parts of the time of a recording's steps.
  void AddBreakdown(const PageDump& dump) {
    Section section =
        BreakdownSection(dump.hosts, dump.chosen, {.makes_rows = true});
    Table& table = std::get<Table>(section.block);
    if (table.RowCount() == 0) return;
    table.MakeRows();
    report_.sections.insert(report_.sections.begin(), std::move(section));
  }

  // Adds a view, or a note about why this dump does not have it.
  void AddView(const View& view, PageDump& dump) {
    Result<ViewTree> tree = TreeOfSteps(view, selection_, StepChoices::kAll,
                                        dump, context_.diagnostics);
    Section section{std::string(view.name), {}, {}};
    if (tree) {
      // Pages do not show these, and trees are kept until all sections are
      // there.
      for (TreeColumn& column : tree->columns) {
        if (!column.HasCosts()) column = {};
      }
      tree->depth = {};
      section.block = std::move(*tree);
    } else {
      section.notes.push_back(tree.error().message);
    }
    report_.sections.push_back(std::move(section));
  }

  // The tree of one step, or with the mean of the chosen steps.
  Result<ViewTree> TreeToCompare(const View& view, PageDump& dump) {
    TFPROF_ASSIGN_OR_RETURN(
        ViewTree tree, TreeOfSteps(view, selection_, StepChoices::kChosen, dump,
                                   context_.diagnostics));
    if (!selection_.step && !tree.of_steps.empty()) {
      auto& columns = tree.of_steps.front().columns;
      for (size_t measure = 0; measure < kMeasureCount; ++measure) {
        if (!columns[measure]) continue;  // equal, or without costs
        tree.columns[measure] = *std::move(columns[measure]);
      }
    }
    // Only totals are compared.
    for (TreeColumn& column : tree.columns) column.self = Column<int64_t>();
    tree.of_steps.clear();
    return tree;
  }

  std::string WordsOf(const PageDump& dump) const {
    if (selection_.step) return fmt::format("step {}", *selection_.step);
    return "the mean over " + WordsOfSteps(dump.chosen.numbers);
  }

  Status AddDiff(PageDump& base, PageDump& now) {
    const View& view = DefaultView();
    TFPROF_ASSIGN_OR_RETURN(ViewTree old_tree, TreeToCompare(view, base));
    TFPROF_ASSIGN_OR_RETURN(ViewTree new_tree, TreeToCompare(view, now));
    AlignedRows rows = AlignTrees(old_tree, new_tree);
    for (Section& section :
         StepLengthTables(base.session.profile().step_table, base.chosen)) {
      section.heading += " of the old dump";
      report_.sections.push_back(std::move(section));
    }
    report_.sections.push_back(
        {"difference",
         {fmt::format("{}, and {}.", WordsOf(base), WordsOf(now))},
         std::make_shared<const TreePair>(TreePair{
             std::move(rows), std::move(old_tree), std::move(new_tree)})});
    return {};
  }

  const Arguments& arguments_;
  const AdviseOptions& advise_;
  Selection selection_;
  CommandContext& context_;
  Report report_;
};

Result<PageDump> Read(const Arguments& arguments, const ReportOptions& options,
                      const Selection& selection, CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(
      PageDump dump,
      ReadPageDump(arguments, options.steps.value_or(StepSelection()),
                   context.diagnostics));
  TFPROF_RETURN_IF_ERROR(CheckStep(selection, dump.session.profile()));
  return dump;
}

Status RunReport(const ReportOptions& options, const Arguments& arguments,
                 CommandContext& context) {
  Arguments asked = arguments;
  TFPROF_ASSIGN_OR_RETURN(const Selection selection,
                          MakeSelection(options.view));
  TFPROF_RETURN_IF_ERROR(CheckOneChoice(selection, options.steps));
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kPage, context));
  const std::optional<std::string> base_dump = BaseOf(asked.inputs.dumps);
  std::optional<PageDump> base;
  PageTitle title{TFPROF_VERSION, {}};
  if (base_dump) {
    Arguments of_base = asked;
    of_base.inputs.dumps = {*base_dump};
    TFPROF_ASSIGN_OR_RETURN(base, Read(of_base, options, selection, context));
    ForgetRecords(*base);
    title.dumps.push_back(TitleOfDump(base->session, of_base.inputs));
    asked.inputs.dumps.erase(asked.inputs.dumps.begin());
  }
  TFPROF_ASSIGN_OR_RETURN(PageDump dump,
                          Read(asked, options, selection, context));
  title.dumps.push_back(TitleOfDump(dump.session, asked.inputs));
  TFPROF_ASSIGN_OR_RETURN(Report report,
                          PageMaker(asked, options.advise, selection, context)
                              .Make(dump, base ? &*base : nullptr));
  report.title = std::move(title);
  return outputs.Render(report, context.diagnostics);
}

}  // namespace

Command ReportCommand() {
  return {.name = "report",
          .summary = "one page for a browser",
          .examples =
              "  tfprof report DUMP --output=html:outfile=report.html\n"
              "  tfprof report OLD NEW > difference.html\n",
          .result = ResultKind::kPage,
          .default_output = "html",
          .prepare = Prepare(AddReportFlags, RunReport)};
}

}  // namespace tfprof
