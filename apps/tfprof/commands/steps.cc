// SPDX-License-Identifier: Apache-2.0
// steps: the time of each node over several runs, one per step file, and the
// differences between runs.
#include <memory>

#include "analysis/steps/communication_tables.h"
#include "analysis/steps/step_series.h"
#include "analysis/steps/step_table_sink.h"
#include "analysis/steps/xla_tables.h"
#include "analysis/work/flops_sections.h"
#include "analysis/work/roofline.h"
#include "base/regex_set.h"
#include "base/strings.h"
#include "command.h"
#include "commands/graph_steps.h"
#include "commands/lone_programs.h"
#include "commands/recorded_steps.h"
#include "commands/recorded_waits.h"
#include "commands/step_insight.h"
#include "commands/step_runs.h"
#include "commands/steps_options.h"
#include "commands/work_file.h"
#include "load.h"
#include "model/tee_sink.h"
#include "output.h"
#include "report/step_length_tables.h"
#include "report/step_sections.h"
#include "stored_steps.h"
#include "unmatched.h"

namespace tfprof {

namespace {

RowFormat FormatOf(const Renderer& renderer, const StepsOptions& options) {
  return {renderer.is_for_people, options.format.time_limit,
          renderer.makes_rows};
}

class StepsMaker {
 public:
  StepsMaker(const StepsOptions& asked, const std::vector<PickedFile>& picked,
             const std::optional<StoredSteps>& stored,
             const Arguments& arguments, CommandContext& context)
      : asked_(asked),
        picked_(picked),
        stored_(stored),
        arguments_(arguments),
        context_(context) {}

  Status Run(const std::vector<PickedFile>& runs, const ChosenSteps& chosen,
             Outputs& outputs);

 private:
  // The report for a renderer, of what was read. It takes `tables`.
  void MakeReport(const Renderer& renderer, const ChosenSteps& chosen,
                  BenchmarkTables& tables);
  Status LoadGraphs(const std::vector<PickedFile>& runs);
  Status ReadRuns(const std::vector<PickedFile>& runs);
  Status ReadRun(const PickedFile& file, XlaSink& xla,
                 CommunicationSink& communication);
  void WarnAboutTwins(const std::vector<PickedFile>& runs);
  Status PrepareInsight();
  void AddInsight(double run_us, const RowFormat& format);

  void Add(std::vector<Section> sections);

  const StepsOptions& asked_;
  const std::vector<PickedFile>& picked_;
  const std::optional<StoredSteps>& stored_;  // used instead of step files
  const Arguments& arguments_;
  CommandContext& context_;
  std::optional<RegexSet> names_;
  std::optional<RegexSet> devices_;
  std::optional<Graph> graph_;  // as defined
  XlaGraphs xla_graphs_;        // the defined graph and those that ran
  DeviceEdges edges_;
  bool needs_tables_ = false;
  bool needs_lengths_ = false;
  std::unique_ptr<StepTableSink> tables_;
  std::unique_ptr<StepSeries> series_;
  StepTableBuilder lengths_;
  StepTable length_table_;
  XlaReport xla_;
  Communication communication_;
  StepInsight insight_;
  std::shared_ptr<const WorkReport> work_;
  Report report_;
};

bool NeedsXla(const StepsOptions& asked) {
  return asked.show_xla || asked.show_spread;
}

// True if tables by node are needed, which are large for large graphs.
bool NeedsTables(const StepsOptions& asked) {
  return asked.format.HasTables() || asked.show_shape_changes ||
         asked.show_flops || asked.show_xla || !asked.filter.empty();
}

Status StepsMaker::LoadGraphs(const std::vector<PickedFile>& runs) {
  if (!NeedsXla(asked_) && !asked_.needs_work() && !asked_.show_communication) {
    return {};
  }
  TFPROF_ASSIGN_OR_RETURN(
      graph_, LoadDefinedGraph(picked_, arguments_, context_.diagnostics));
  if (graph_) xla_graphs_.Add(*graph_);
  if (stored_ || (!NeedsXla(asked_) && !asked_.show_communication)) return {};
  return ForEachGraphThatRan(
      runs.front(), arguments_,
      [this](const Graph& graph) {
        xla_graphs_.Add(graph);
        edges_.Add(graph);
      },
      context_.diagnostics);
}

Status StepsMaker::ReadRun(const PickedFile& file, XlaSink& xla,
                           CommunicationSink& communication) {
  if (needs_tables_) tables_->BeginFile();
  std::vector<DumpSink*> sinks;
  if (needs_tables_) sinks.push_back(tables_.get());
  if (needs_lengths_) sinks.push_back(&lengths_);
  StepTableSink one({.devices = devices_ ? &*devices_ : nullptr});
  one.BeginFile();
  if (asked_.show_spread) sinks.push_back(&one);
  if (NeedsXla(asked_)) {
    // A file without step stats counts as a step, too.
    xla.BeginFile(file.step);
    sinks.push_back(&xla);
  }
  if (asked_.show_communication) sinks.push_back(&communication);
  StepInsight::Sinks whole = insight_.NewSinks();
  if (insight_.is_wanted()) {
    sinks.insert(sinks.end(), {&whole.records, &whole.ran});
  }
  TeeSink tee(std::move(sinks));
  if (stored_) {
    stored_->Emit(file.step, tee);
  } else {
    TFPROF_RETURN_IF_ERROR(
        ReadInputs({file}, arguments_.inputs, tee, context_.diagnostics));
  }
  if (needs_tables_) tables_->EndFile();
  one.EndFile();
  if (insight_.is_wanted()) {
    TFPROF_RETURN_IF_ERROR(insight_.Add(whole, context_.diagnostics));
  }
  if (!asked_.show_spread) return {};
  BenchmarkTables of_step = one.Finish();
  if (names_) FilterNames(of_step, *names_);
  series_->AddStep(file.step, of_step);
  return {};
}

Status StepsMaker::ReadRuns(const std::vector<PickedFile>& runs) {
  tables_ = std::make_unique<StepTableSink>(StepTableSink::Options{
      .keep_outputs = asked_.format.show_sizes || asked_.show_shape_changes,
      .devices = devices_ ? &*devices_ : nullptr});
  series_ = std::make_unique<StepSeries>(
      static_cast<size_t>(std::max<int64_t>(asked_.scope_depth, 1)));
  XlaSink xla(xla_graphs_);
  CommunicationSink communication;
  for (const PickedFile& file : runs) {
    TFPROF_RETURN_IF_ERROR(ReadRun(file, xla, communication));
  }
  if (NeedsXla(asked_)) xla_ = xla.Finish();
  communication_ = communication.Finish();
  return {};
}

// A file given twice would count twice, probably by mistake.
void StepsMaker::WarnAboutTwins(const std::vector<PickedFile>& runs) {
  for (const auto& [first, second] : FindTwins(runs, arguments_.inputs)) {
    context_.diagnostics.Warn(
        "equal runs",
        fmt::format("{} and {} are equal, byte for byte: this run counts twice",
                    runs[first].path, runs[second].path));
  }
}

Status StepsMaker::PrepareInsight() {
  if (asked_.peaks.flops_per_s.has_value() !=
      asked_.peaks.bytes_per_s.has_value()) {
    return Fail(
        ErrorCode::kInvalidArgument,
        "--peak_flops and --peak_bytes form the roof together: give both");
  }
  if (asked_.show_account) insight_.WantAccount();
  if (!asked_.needs_work()) return {};
  OpLogFloatOps op_log;
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(picked_, Role::kOpLog),
                                    arguments_.inputs, op_log,
                                    context_.diagnostics));
  insight_.WantWork(graph_ ? &*graph_ : nullptr, std::move(op_log.float_ops));
  return {};
}

void StepsMaker::AddInsight(double run_us, const RowFormat& format) {
  if (asked_.show_flops) {
    Add(FlopsSectionsOf(*work_, run_us, asked_.format.time_limit));
  }
  if (asked_.show_account) report_.sections.push_back(insight_.Account());
  if (asked_.show_roofline) {
    Add(RooflineSectionsOf(work_, asked_.peaks, format));
  }
}

void StepsMaker::Add(std::vector<Section> sections) {
  for (Section& section : sections) {
    report_.sections.push_back(std::move(section));
  }
}

Status StepsMaker::Run(const std::vector<PickedFile>& runs,
                       const ChosenSteps& chosen, Outputs& outputs) {
  TFPROF_ASSIGN_OR_RETURN(names_, OptionalPattern(asked_.filter));
  TFPROF_ASSIGN_OR_RETURN(devices_, OptionalPattern(asked_.device_filter));
  needs_tables_ = NeedsTables(asked_);
  needs_lengths_ = !outputs.All(&Renderer::is_for_people);
  if (!stored_) WarnAboutTwins(runs);
  TFPROF_RETURN_IF_ERROR(LoadGraphs(runs));
  TFPROF_RETURN_IF_ERROR(PrepareInsight());
  TFPROF_RETURN_IF_ERROR(ReadRuns(runs));
  if (asked_.show_account || asked_.show_roofline) {
    TFPROF_RETURN_IF_ERROR(insight_.CheckAny());
  }
  BenchmarkTables tables = tables_->Finish();
  tables.format = asked_.format;
  tables.format.numeric_order = RulesFor(arguments_, runs).numeric_order;
  if (names_) {
    const auto names = [&](const auto& visit) {
      for (const BenchmarkTables::Name& name : tables.names) {
        if (!visit(name.name.view())) return;
      }
    };
    WarnAboutUnmatched("filter", {asked_.filter}, "name", names,
                       context_.diagnostics);
    FilterNames(tables, *names_);
  }
  for (size_t run = 0; asked_.show_spread && run < xla_.steps.size(); ++run) {
    if (!asked_.keep_compile_steps && xla_.HasCompiled(run)) {
      series_->Exclude(run, "left out: XLA compiled; --keep_compile_steps");
    }
  }
  if (needs_lengths_) length_table_ = lengths_.Finish();
  if (asked_.needs_work()) {
    work_ = std::make_shared<const WorkReport>(insight_.Work());
  }
  for (Output& output : outputs) {
    MakeReport(output.renderer(), chosen, tables);
    TFPROF_RETURN_IF_ERROR(output.Render(report_, context_.diagnostics));
    for (Section& section : report_.sections) {
      if (auto* const lent = std::get_if<BenchmarkTables>(&section.block)) {
        tables = std::move(*lent);
      }
    }
  }
  return {};
}

void StepsMaker::MakeReport(const Renderer& renderer, const ChosenSteps& chosen,
                            BenchmarkTables& tables) {
  report_ = Report();
  if (asked_.show_shape_changes) {
    report_.sections.push_back(ShapeChangesOf(tables));
  }
  AddInsight(tables.step_spans.Average(), FormatOf(renderer, asked_));
  if (asked_.show_spread) Add(series_->Tables());
  if (asked_.show_xla) {
    Add(TablesOf(xla_));
    if (graph_) {
      report_.sections.push_back(
          UnmatchedOf(tables, *graph_, asked_.format.time_limit));
    }
  }
  if (asked_.show_communication) {
    Add(TablesOf(communication_));
    report_.sections.push_back(edges_.Table());
  }
  if (asked_.format.HasTables()) {
    report_.sections.insert(report_.sections.begin(),
                            Section{"", {}, std::move(tables)});
  }
  report_.steps = {{chosen.numbers}, chosen.are};
  if (!renderer.is_for_people) {
    Add(StepLengthTables(length_table_, chosen));
  } else if (asked_.steps) {
    report_.sections.insert(report_.sections.begin(),
                            Section{"", NotesOf(chosen), {}});
  }
}

// Fails for sections that cannot be made from a saved profile.
Status CheckStored(const StepsOptions& options) {
  const std::string_view section = SectionOfStepFiles(options, {"spread"});
  if (!section.empty())
    return StoredStepsLack(fmt::format("--show={}", section));
  return {};
}

Status RunSteps(const StepsOptions& options, const Arguments& arguments,
                CommandContext& context) {
  const bool may_be_lone = options.needs_work() || options.show_precision;
  TFPROF_ASSIGN_OR_RETURN(
      const std::vector<PickedFile> files,
      PickFiles(may_be_lone ? WithAllPrograms(arguments) : arguments));
  if (may_be_lone) {
    TFPROF_ASSIGN_OR_RETURN(
        const std::vector<PlannedProgram> programs,
        LoadLonePrograms(files, arguments, context.diagnostics));
    if (!programs.empty()) {
      return RunLoneSteps(options, programs, arguments, context);
    }
  }
  if (AreRecordings(files)) {
    const StepSelection all{StepSelection::Which::kAll, {}};
    if (options.show_account || options.needs_work() ||
        options.needs_recording()) {
      return RunRecordedWaits(options, options.steps.value_or(all), files,
                              arguments, context);
    }
    return RunRecordedSteps(
        {options.steps.value_or(all), options.filter, options.device_filter,
         options.format.time_limit, SectionOfStepFiles(options)},
        files, arguments, context);
  }
  TFPROF_RETURN_IF_ERROR(CheckNoWork(arguments.work));
  if (options.needs_recording()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--show={}: only an XSpace has the data for this",
                options.show_waits         ? "waits"
                : options.show_regions     ? "regions"
                : options.show_compiles    ? "compiles"
                : options.show_collectives ? "collectives"
                                           : "precision");
  }
  const bool is_graph_alone = HasRole(files, Role::kGraph) &&
                              !HasRole(files, Role::kRunMetadata) &&
                              !HasRole(files, Role::kProfile);
  if (options.needs_work() && is_graph_alone) {
    return RunGraphSteps(options, files, arguments, context);
  }
  if (!options.input_shapes.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--input_layer_shape is for --show=flops,roofline of a graph "
                "without steps: steps have their own shapes");
  }
  TFPROF_ASSIGN_OR_RETURN(
      const std::optional<StoredSteps> stored,
      LoadStoredSteps(files, arguments, context.diagnostics));
  if (stored) TFPROF_RETURN_IF_ERROR(CheckStored(options));
  ChosenSteps chosen;
  TFPROF_ASSIGN_OR_RETURN(
      std::vector<PickedFile> runs,
      stored ? stored->FilesOf(OfRole(files, Role::kProfile)[0])
             : StepFilesOf(files));
  TFPROF_ASSIGN_OR_RETURN(
      runs, PickRuns(files, std::move(runs), options, arguments, chosen));
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  return StepsMaker(options, files, stored, arguments, context)
      .Run(runs, chosen, outputs);
}

}  // namespace

Command StepsCommand() {
  return {.name = "steps",
          .summary = "the time of each node over several steps",
          .examples =
              "  tfprof steps DUMP --time_limit=20\n"
              "  tfprof steps DUMP "
              "--show=spread,communication\n",
          .result = ResultKind::kTables,
          .prepare = Prepare(AddStepsFlags, RunSteps)};
}

}  // namespace tfprof
