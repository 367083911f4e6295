// SPDX-License-Identifier: Apache-2.0
// steps: what each node took over several runs, a step file each, and how the
// runs differ.
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
#include "commands/step_insight.h"
#include "load.h"
#include "model/tee_sink.h"
#include "output.h"
#include "report/step_sections.h"

namespace tfprof {

namespace {

struct StepsOptions {
  StepFormat format;
  std::string filter;
  std::string device_filter;
  int64_t max_num_runs = 0;
  int64_t warmup_runs = 0;
  int64_t scope_depth = 1;
  bool show_shape_changes = false;
  bool show_flops = false;
  bool show_spread = false;
  bool show_xla = false;
  bool keep_compile_steps = false;
  bool show_communication = false;
  bool show_account = false;
  bool show_roofline = false;
  Peaks peaks;

  bool needs_work() const { return show_flops || show_roofline; }
};

// What --show chooses from.
std::vector<std::pair<std::string_view, bool*>> SectionsOf(
    StepsOptions& options) {
  return {{"run_order", &options.format.show_run_order},
          {"time", &options.format.show_time},
          {"memory", &options.format.show_memory},
          {"type", &options.format.show_type},
          {"summary", &options.format.show_summary},
          {"shape_changes", &options.show_shape_changes},
          {"flops", &options.show_flops},
          {"account", &options.show_account},
          {"roofline", &options.show_roofline},
          {"spread", &options.show_spread},
          {"xla", &options.show_xla},
          {"communication", &options.show_communication}};
}

Status Choose(std::string_view list, StepsOptions& options) {
  const auto sections = SectionsOf(options);
  for (const auto& [word, is_shown] : sections) *is_shown = false;
  for (const std::string& chosen : SplitNonEmpty(list, ',')) {
    const auto found = std::find_if(
        sections.begin(), sections.end(),
        [&](const auto& section) { return section.first == chosen; });
    if (found == sections.end()) {
      std::vector<std::string_view> words;
      for (const auto& section : sections) words.push_back(section.first);
      return Fail(ErrorCode::kInvalidArgument,
                  "no section is called '{}', but {}{}", Printable(chosen),
                  fmt::join(words, ", "), Suggestion(chosen, words));
    }
    *found->second = true;
  }
  return {};
}

Status SetPeak(std::string_view text, std::optional<double>& peak) {
  TFPROF_ASSIGN_OR_RETURN(peak, ParseReal(text));
  if (*peak > 0) return {};
  return Fail(ErrorCode::kInvalidArgument, "a peak is more than 0");
}

// Those of benchmark_model.
void AddTableFlags(FlagSet& flags, StepFormat& format) {
  flags.Switch("show_run_order", format.show_run_order,
               "nodes in the order they ran");
  flags.Whole("run_order_limit", format.run_order_limit, {},
              "rows of that; 0 is all");
  flags.Switch("show_time", format.show_time, "nodes by time");
  flags.Whole("time_limit", format.time_limit, {}, "rows of that; 0 is all");
  flags.Switch("show_memory", format.show_memory, "nodes by memory");
  flags.Whole("memory_limit", format.memory_limit, {},
              "rows of that; 0 is all");
  flags.Switch("show_type", format.show_type, "the summary by type");
  flags.Switch("show_summary", format.show_summary, "the totals of the runs");
  flags.Switch("format_as_csv", format.as_csv,
               "the tables as benchmark_model's CSV");
  flags.Word("layout", format.layout,
             {{"newest", StepLayout::kNewest},
              {"start17", StepLayout::kStart17},
              {"start9", StepLayout::kStart9},
              {"start9_no_calls", StepLayout::kNoCalls}},
             "columns of which releases: newest, start17, start9 (both with "
             "a start column) or start9_no_calls");
}

void AddRooflineFlags(FlagSet& flags, Peaks& peaks) {
  const auto add = [&](std::string_view name, std::optional<double>& peak,
                       std::string_view help) {
    flags.Other(
        name, "N", "",
        [&peak](std::string_view text) { return SetPeak(text, peak); }, help);
  };
  add("peak_flops", peaks.flops_per_s,
      "float operations a second that the device can do, for the roof");
  add("peak_bytes", peaks.bytes_per_s,
      "bytes a second that its memory can move, for the roof");
}

void AddStepsFlags(FlagSet& flags, StepsOptions& options) {
  std::vector<std::string> sections;
  for (const auto& section : SectionsOf(options)) {
    sections.emplace_back(section.first);
  }
  flags
      .Other(
          "show", "LIST", "run_order,time,memory,type,summary",
          [&options](std::string_view list) { return Choose(list, options); },
          "which sections")
      .words = std::move(sections);
  AddTableFlags(flags, options.format);
  flags.Text("filter", options.filter, "REGEX",
             "only names that match in full");
  flags.Text("device_filter", options.device_filter, "REGEX",
             "only devices whose names match in full");
  flags.Whole("max_num_runs", options.max_num_runs, {},
              "use this many step files; 0 is all");
  flags.Whole("warmup_runs", options.warmup_runs, {},
              "leave out the first step files");
  flags.Switch("show_sizes", options.format.show_sizes,
               "types and shapes of outputs");
  flags.Switch("show_shape_changes", options.show_shape_changes,
               "outputs whose shape is not the same in every run");
  flags.Switch("show_flops", options.show_flops,
               "float operations by node, with where the number comes from");
  flags.Switch("show_spread", options.show_spread,
               "how the steps differ: outliers, first step, scopes, types");
  flags.Whole("scope_depth", options.scope_depth, {.least = 1},
              "of the scopes in that");
  flags.Switch("show_xla", options.show_xla,
               "clusters of XLA, and which steps compiled");
  flags.Switch("keep_compile_steps", options.keep_compile_steps,
               "do not leave steps that compiled out of the spread");
  flags.Switch("show_communication", options.show_communication,
               "copies, sends and collectives by device, and what they "
               "overlap");
  AddRooflineFlags(flags, options.peaks);
}

// Files in the order of their runs, without those that are not asked for.
Result<std::vector<PickedFile>> PickRuns(const StepsOptions& options,
                                         const Arguments& arguments) {
  TFPROF_ASSIGN_OR_RETURN(std::vector<PickedFile> files,
                          PickStepFiles(arguments));
  const auto at = [&](int64_t count) {
    return files.begin() +
           std::clamp<int64_t>(count, 0, static_cast<int64_t>(files.size()));
  };
  const int64_t most = options.max_num_runs;
  const size_t given = files.size();
  files.erase(files.begin(), at(options.warmup_runs));
  if (most > 0) files.erase(at(most), files.end());
  if (files.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--warmup_runs leaves out all of {} step files", given);
  }
  return files;
}

Result<std::optional<RegexSet>> OptionalPattern(const std::string& pattern) {
  if (pattern.empty()) return std::nullopt;
  TFPROF_ASSIGN_OR_RETURN(RegexSet set, RegexSet::Compile({pattern}));
  return set;
}

class StepsMaker {
 public:
  StepsMaker(const StepsOptions& asked, const Arguments& arguments,
             CommandContext& context)
      : asked_(asked), arguments_(arguments), context_(context) {}

  Status Run(const std::vector<PickedFile>& runs, Output& output);

 private:
  Status LoadGraphs(const std::vector<PickedFile>& runs);
  Status ReadRuns(const std::vector<PickedFile>& runs);
  Status ReadRun(const PickedFile& file, XlaSink& xla,
                 CommunicationSink& communication);
  void WarnAboutTwins(const std::vector<PickedFile>& runs);
  Status PrepareInsight();
  void AddInsight(double run_us);

  void Add(std::vector<Section> sections);

  const StepsOptions& asked_;
  const Arguments& arguments_;
  CommandContext& context_;
  std::optional<RegexSet> names_;
  std::optional<RegexSet> devices_;
  std::optional<Graph> graph_;  // that was defined
  XlaGraphs xla_graphs_;        // that one, and those that ran
  DeviceEdges edges_;
  std::unique_ptr<StepTableSink> tables_;
  std::unique_ptr<StepSeries> series_;
  XlaReport xla_;
  Communication communication_;
  StepInsight insight_;
  Report report_;
};

bool NeedsXla(const StepsOptions& asked) {
  return asked.show_xla || asked.show_spread;
}

Status StepsMaker::LoadGraphs(const std::vector<PickedFile>& runs) {
  if (!NeedsXla(asked_) && !asked_.needs_work() && !asked_.show_communication) {
    return {};
  }
  TFPROF_ASSIGN_OR_RETURN(graph_,
                          LoadDefinedGraph(arguments_, context_.diagnostics));
  if (graph_) xla_graphs_.Add(*graph_);
  if (!NeedsXla(asked_) && !asked_.show_communication) return {};
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
  tables_->BeginRun();
  std::vector<DumpSink*> sinks = {tables_.get()};
  StepTableSink one({.devices = devices_ ? &*devices_ : nullptr});
  one.BeginRun();
  if (asked_.show_spread) sinks.push_back(&one);
  if (NeedsXla(asked_)) {
    // A file without step stats is a run, too.
    xla.BeginRun(file.step);
    sinks.push_back(&xla);
  }
  if (asked_.show_communication) sinks.push_back(&communication);
  StepInsight::Sinks whole = insight_.NewSinks();
  if (insight_.is_wanted()) {
    sinks.insert(sinks.end(), {&whole.records, &whole.ran});
  }
  TeeSink tee(std::move(sinks));
  TFPROF_RETURN_IF_ERROR(
      ReadInputs({file}, arguments_.inputs, tee, context_.diagnostics));
  tables_->EndRun();
  one.EndRun();
  if (insight_.is_wanted()) {
    TFPROF_RETURN_IF_ERROR(insight_.Add(whole, context_.diagnostics));
  }
  if (!asked_.show_spread) return {};
  StepTables run = one.Finish();
  if (names_) FilterNames(run, *names_);
  series_->AddRun(file.step, run);
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

// The same run twice counts twice, which is hardly what was meant.
void StepsMaker::WarnAboutTwins(const std::vector<PickedFile>& runs) {
  for (const auto& [first, second] : FindTwins(runs, arguments_.inputs)) {
    context_.diagnostics.Warn(
        "runs that are the same",
        fmt::format("{} and {} are the same, byte for byte: that run counts "
                    "twice",
                    runs[first].path, runs[second].path));
  }
}

Status StepsMaker::PrepareInsight() {
  if (asked_.peaks.flops_per_s.has_value() !=
      asked_.peaks.bytes_per_s.has_value()) {
    return Fail(
        ErrorCode::kInvalidArgument,
        "--peak_flops and --peak_bytes make a roof together: give both");
  }
  if (asked_.show_account) insight_.WantAccount();
  if (!asked_.needs_work()) return {};
  OpLogFloatOps op_log;
  TFPROF_ASSIGN_OR_RETURN(std::vector<PickedFile> files, PickFiles(arguments_));
  std::erase_if(
      files, [](const PickedFile& file) { return file.role != Role::kOpLog; });
  TFPROF_RETURN_IF_ERROR(
      ReadInputs(files, arguments_.inputs, op_log, context_.diagnostics));
  insight_.WantWork(graph_ ? &*graph_ : nullptr,
                    std::move(op_log.float_ops));
  return {};
}

void StepsMaker::AddInsight(double run_us) {
  if (asked_.show_flops) {
    Add(FlopsSectionsOf(insight_.Work(), run_us, asked_.format.time_limit));
  }
  if (asked_.show_account) report_.sections.push_back(insight_.Account());
  if (asked_.show_roofline) {
    Add(RooflineSectionsOf(insight_.Work(), asked_.peaks));
  }
}

void StepsMaker::Add(std::vector<Section> sections) {
  for (Section& section : sections) {
    report_.sections.push_back(std::move(section));
  }
}

Status StepsMaker::Run(const std::vector<PickedFile>& runs, Output& output) {
  TFPROF_ASSIGN_OR_RETURN(names_, OptionalPattern(asked_.filter));
  TFPROF_ASSIGN_OR_RETURN(devices_, OptionalPattern(asked_.device_filter));
  WarnAboutTwins(runs);
  TFPROF_RETURN_IF_ERROR(LoadGraphs(runs));
  TFPROF_RETURN_IF_ERROR(PrepareInsight());
  TFPROF_RETURN_IF_ERROR(ReadRuns(runs));
  StepTables tables = tables_->Finish();
  tables.format = asked_.format;
  tables.format.numeric_order = arguments_.rules.numeric_order;
  if (names_) FilterNames(tables, *names_);
  if (asked_.show_shape_changes) {
    report_.sections.push_back(ShapeChangesOf(tables));
  }
  AddInsight(tables.run_spans.Average());
  if (asked_.show_spread) {
    for (size_t run = 0; run < xla_.steps.size(); ++run) {
      if (!asked_.keep_compile_steps && xla_.HasCompiled(run)) {
        series_->Exclude(run, "left out: XLA compiled; --keep_compile_steps");
      }
    }
    Add(series_->Tables());
  }
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
  return output.Render(report_, context_.diagnostics);
}

Status RunSteps(const StepsOptions& options, const Arguments& arguments,
                CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> runs,
                          PickRuns(options, arguments));
  TFPROF_ASSIGN_OR_RETURN(
      Output output,
      OpenOutput(arguments.output, ResultKind::kTables, context));
  return StepsMaker(options, arguments, context).Run(runs, output);
}

}  // namespace

Command StepsCommand() {
  return {.name = "steps",
          .summary = "what each node took over several steps",
          .examples =
              "  tfprof steps DUMP --time_limit=20\n"
              "  tfprof steps DUMP --show_spread "
              "--show_communication\n",
          .result = ResultKind::kTables,
          .prepare = Prepare(AddStepsFlags, RunSteps)};
}

}  // namespace tfprof
