// SPDX-License-Identifier: Apache-2.0
#include "load_summary.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/memory/handle_bytes.h"
#include "analysis/path/open_calls.h"
#include "analysis/summary/findings.h"
#include "analysis/summary/memory_parts.h"
#include "analysis/summary/path_parts.h"
#include "analysis/summary/program_parts.h"
#include "analysis/summary/recorded_summary.h"
#include "analysis/summary/summarize_dump.h"
#include "analysis/top/recorded_top.h"
#include "analysis/top/top.h"
#include "analysis/waiting/account_parts.h"
#include "analysis/work/work_counter.h"
#include "base/strings.h"
#include "commands/work_file.h"
#include "dump_name.h"
#include "load.h"
#include "load_recordings.h"
#include "model/calls/function_names.h"
#include "model/tee_sink.h"

namespace tfprof {

namespace {

// Quotes a word for a shell, if it needs quotes.
std::string Quoted(const std::string& word) {
  const bool is_plain =
      word.find_first_not_of(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY"
          "Z0123456789_./,:@%+=-") == std::string::npos;
  if (is_plain && !word.empty()) return word;
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + '\'';
}

// Passes a graph and its functions to FunctionNames.
class FunctionSink final : public DumpSink {
 public:
  explicit FunctionSink(FunctionNames& functions) : functions_(functions) {}

  GraphDetail graph_detail() const override { return GraphDetail::kFunctions; }

  void AddNode(const NodeDefinition& node) override {
    functions_.AddNode(node);
  }

  void BeginFunction(const FunctionRecord& function) override {
    functions_.BeginFunction(function);
  }

  void AddFunctionNode(const NodeDefinition& node) override {
    functions_.AddFunctionNode(node);
    ++nodes_;
  }

  // Nodes of functions.
  size_t nodes() const { return nodes_; }

 private:
  FunctionNames& functions_;
  size_t nodes_ = 0;
};

class SummaryLoader {
 public:
  SummaryLoader(const StepSelection& steps, const Arguments& arguments,
                Diagnostics& diagnostics)
      : steps_(steps), arguments_(arguments), diagnostics_(diagnostics) {}

  Result<Report> Run();

 private:
  Status ReadGraph();
  std::string_view TypeInGraph(std::string_view name);
  Status ReadOpLog();
  Status ReadStep(const PickedFile& file, bool is_warm_up);
  Status FindPathOf(int64_t step);
  Status RankByTop();
  Status RankRecordings();
  void TakeProfile(const Profile& profile);
  void Rank(const Profile& profile);
  void CountWork(const std::vector<StepTasks>& hosts, const RanNodesSink& ran,
                 int64_t step);

  Status Read(const std::vector<PickedFile>& files, DumpSink& sink) {
    return ReadInputs(files, arguments_.inputs, sink, diagnostics_);
  }

  // The name of the one dump or file; several files have none.
  std::string DumpName() const {
    const std::vector<std::string>& dumps = arguments_.inputs.dumps;
    if (dumps.size() == 1) return NameOfDump(dumps[0]);
    if (files_.size() == 1) return NameOfDump(files_[0].path);
    return fmt::format("{} files", files_.size());
  }

  std::string DumpWords() const {
    const std::vector<std::string>& dumps = arguments_.inputs.dumps;
    std::string words;
    for (const std::string& dump : dumps) {
      if (!words.empty()) words += ' ';
      words += Quoted(dump);
    }
    const auto add = [&](std::string_view flag, const std::string& value) {
      if (value.empty()) return;
      words += fmt::format("{}--{}={}", words.empty() ? "" : " ", flag,
                           Quoted(value));
    };
    const Inputs& inputs = arguments_.inputs;
    add("profile_path", inputs.profile_path);
    add("run_meta_path",
        fmt::format("{}", fmt::join(inputs.run_meta_paths, ",")));
    add("op_log_path", inputs.op_log_path);
    add("graph_path", inputs.graph_path);
    return words;
  }

  const StepSelection& steps_;
  const Arguments& arguments_;
  Diagnostics& diagnostics_;
  std::vector<PickedFile> files_;
  std::optional<Graph> graph_;
  FunctionNames functions_{
      [this](std::string_view name) { return TypeInGraph(name); }};
  std::vector<uint32_t> node_of_name_;  // by StringId, of the graph
  VariableBytes variables_;
  CodeLines code_;
  bool has_code_ = false;
  LoggedFloatOps logged_;
  StepTableBuilder lengths_;
  StepTable table_;
  ChosenSteps chosen_;
  std::vector<StepDigest> digests_;
  std::optional<int64_t> summary_nodes_;
  DumpSummary summary_;
  DumpSummary recorded_;  // what is of recordings alone
};

// The tables that tell more about the first finding of a recording.
std::string StepsShownFor(const std::vector<DumpSummary::Finding>& findings) {
  constexpr std::pair<std::string_view, std::string_view> kShown[] = {
      {"idle", "--show=waits"},
      {"compile", "--show=compiles"},
      {"collective", "--show=collectives"}};
  if (findings.empty()) return {};
  for (const auto& [finding, shown] : kShown) {
    if (findings.front().finding == finding) return std::string(shown);
  }
  return {};
}

Status SummaryLoader::ReadGraph() {
  const std::vector<PickedFile> files = OfRole(files_, Role::kGraph);
  if (files.empty()) return {};
  GraphBuilder builder(GraphDetail::kDefinitions,
                       GraphBuilder::Parts::kOuterNodes);
  HandleBytesSink handles;
  FunctionSink functions(functions_);
  TeeSink tee({&builder, &handles, &functions});
  TFPROF_RETURN_IF_ERROR(Read(files, tee));
  std::vector<Graph> graphs = builder.Finish();
  if (!graphs.empty()) graph_ = std::move(graphs.front());
  if (graph_) {
    summary_nodes_ = static_cast<int64_t>(graph_->size() + functions.nodes());
  }
  variables_ = handles.Finish();
  return {};
}

std::string_view SummaryLoader::TypeInGraph(std::string_view name) {
  if (!graph_) return {};
  constexpr uint32_t kNoNode = UINT32_MAX;
  if (node_of_name_.empty()) {
    node_of_name_.assign(graph_->strings.size(), kNoNode);
    for (uint32_t node = graph_->main_nodes; node-- > 0;) {
      node_of_name_[graph_->name[node].value] = node;
    }
  }
  const StringId id = graph_->strings.Find(name);
  const uint32_t node = id.valid() ? node_of_name_[id.value] : kNoNode;
  return node == kNoNode ? std::string_view() : graph_->OpOf(node);
}

Status SummaryLoader::ReadOpLog() {
  CodeLineSink lines(arguments_.path_prefixes, arguments_.own);
  OpLogFloatOps float_ops;
  TeeSink tee({&lines, &float_ops});
  TFPROF_RETURN_IF_ERROR(Read(OfRole(files_, Role::kOpLog), tee));
  code_ = lines.Finish();
  has_code_ = !code_.empty();
  logged_ = std::move(float_ops.float_ops);
  return {};
}

// A step whose memory is unknown adds none. `is_warm_up`: only its length is
// needed.
Status SummaryLoader::ReadStep(const PickedFile& file, bool is_warm_up) {
  if (is_warm_up) return Read({file}, lengths_);
  StepRecordSink sink({.memory = true});
  TeeSink tee({&lengths_, &sink});
  TFPROF_RETURN_IF_ERROR(Read({file}, tee));
  const std::optional<StepRecords> records = sink.Finish();
  if (!records) return {};
  StepDigest& digest = digests_.emplace_back();
  digest.step = file.step;
  if (const auto memory = LiveMemory(*records, variables_)) {
    digest.memory = MemoryPartsOf(*records, *memory);
  }
  return {};
}

void SummaryLoader::CountWork(const std::vector<StepTasks>& hosts,
                              const RanNodesSink& ran, int64_t step) {
  WorkCounter counter(graph_ ? &*graph_ : nullptr, logged_);
  counter.AddOnlyStep(hosts, ran);
  WorkTotals totals;
  counter.Drain([&](const NodeWork& node) { totals.Add(node); });
  digests_.push_back({step, {}, totals});
}

Status SummaryLoader::FindPathOf(int64_t step) {
  for (const PickedFile& file : OfRole(files_, Role::kRunMetadata)) {
    if (file.step != step) continue;
    StepRecordSink sink({.shapes = true});
    RanNodesSink ran;
    TeeSink tee({&sink, &ran});
    TFPROF_RETURN_IF_ERROR(Read({file}, tee));
    std::optional<StepRecords> records = sink.Finish();
    if (!records) return {};
    auto hosts = TasksByHost(*records);
    if (!hosts) {
      diagnostics_.Warn("no critical path", hosts.error().message);
      return {};
    }
    CountWork(*hosts, ran, step);
    DivideTasks(*hosts);
    // Clocks of hosts are not aligned, so the host with the longest path
    // counts.
    std::optional<StepPath> longest;
    for (const StepTasks& tasks : *hosts) {
      StepPath path = FindPath(tasks, false);
      if (!longest || path.wall_ns > longest->wall_ns)
        longest = std::move(path);
    }
    if (!longest) return {};
    OpenCalls(functions_, *records, *longest);
    summary_.path = PathPartsOf(*longest, code_);
    summary_.findings = FindingsOn(*std::move(longest), *summary_.path, code_);
    return {};
  }
  return {};
}

Status SummaryLoader::RankByTop() {
  TFPROF_ASSIGN_OR_RETURN(
      const Profile profile,
      LoadProfile(files_, arguments_, {}, diagnostics_, nullptr));
  if (digests_.empty()) {
    table_ = profile.step_table;
    TFPROF_ASSIGN_OR_RETURN(chosen_, ChooseSteps(steps_, table_));
    TakeProfile(profile);
  }
  Rank(profile);
  return {};
}

Status SummaryLoader::RankRecordings() {
  TFPROF_ASSIGN_OR_RETURN(const GivenWork work, GivenWorkOf(arguments_.work));
  Arguments reading = arguments_;
  reading.inputs.with_programs = true;
  TFPROF_ASSIGN_OR_RETURN(SummedRecordings summed,
                          LoadSummed(files_, steps_, reading, diagnostics_));
  table_ = std::move(summed.recordings.steps);
  chosen_ = std::move(summed.recordings.chosen);
  summary_.memory = MemoryPartsOf(summed.recordings.hosts);
  TakeProfile(summed.profile);
  const auto& capture = summed.recordings.capture;
  if (capture == nullptr) {
    Rank(summed.profile);
    return {};
  }
  const std::vector<uint32_t> rows = RowsOfSteps(*capture, chosen_, arguments_);
  const ProgramsOfSteps programs = FindPrograms(capture, rows, work);
  if (!rows.empty()) {
    Section ranked = RecordedTopOf(*capture, rows, {},
                                   NodeExtras(summed.profile, chosen_.numbers),
                                   true, &programs.instructions);
    summary_.top = std::get<Table>(std::move(ranked.block));
  }
  DescribeRecording(*capture, rows, DumpName(), recorded_);
  const RecordedWaiting waiting =
      FindWaiting(capture, rows, arguments_.FilesOfFrames());
  IdleOfDevices idle_time(waiting);
  AddAccounts(idle_time, recorded_);
  AddWaitingFindings(idle_time, recorded_);
  AddPrograms(programs, recorded_);
  return {};
}

void SummaryLoader::TakeProfile(const Profile& profile) {
  if (!graph_) summary_nodes_ = static_cast<int64_t>(profile.nodes.size());
  has_code_ = profile.has_code_traces;
}

void SummaryLoader::Rank(const Profile& profile) {
  if (chosen_.numbers.empty()) return;
  Section ranked = TopOf(profile, chosen_.numbers, {});
  summary_.top = std::get<Table>(std::move(ranked.block));
}

Result<Report> SummaryLoader::Run() {
  TFPROF_ASSIGN_OR_RETURN(files_, PickFiles(arguments_));
  TFPROF_RETURN_IF_ERROR(ReadGraph());
  TFPROF_RETURN_IF_ERROR(ReadOpLog());
  const std::vector<PickedFile> runs = OfRole(files_, Role::kRunMetadata);
  for (const PickedFile& file : runs) {
    const bool is_warm_up = steps_.which == StepSelection::Which::kWarm &&
                            runs.size() > 1 && &file == &runs.front();
    TFPROF_RETURN_IF_ERROR(ReadStep(file, is_warm_up));
  }
  table_ = lengths_.Finish();
  // The steps of recordings and saved profiles are known after ranking.
  if (!runs.empty()) {
    TFPROF_ASSIGN_OR_RETURN(chosen_, ChooseSteps(steps_, table_));
  }
  if (const auto median = MedianStep(table_, chosen_)) {
    TFPROF_RETURN_IF_ERROR(FindPathOf(*median));
  }
  if (AreRecordings(files_)) {
    TFPROF_RETURN_IF_ERROR(RankRecordings());
  } else if (!summary_.path &&
             (!digests_.empty() || HasRole(files_, Role::kProfile))) {
    TFPROF_RETURN_IF_ERROR(RankByTop());
  }
  if (HasRole(files_, Role::kProfile) && runs.empty()) {
    diagnostics_.Warn("saved profile",
                      fmt::format("{}: a saved profile has no inputs and "
                                  "tensors of executions, so there is no "
                                  "critical path and no memory over time",
                                  DumpName()));
  }
  CompleteSummary({.name = DumpName(),
                   .dump = DumpWords(),
                   .nodes = summary_nodes_,
                   .has_code = has_code_,
                   .steps_shown = StepsShownFor(recorded_.findings),
                   .table = table_,
                   .chosen = chosen_,
                   .digests = std::move(digests_)},
                  summary_);
  if (!recorded_.title.empty()) {
    summary_.title = std::move(recorded_.title);
    summary_.about = std::move(recorded_.about);
    summary_.step = recorded_.step;
    summary_.devices = std::move(recorded_.devices);
    summary_.step_names = std::move(recorded_.step_names);
    summary_.findings = std::move(recorded_.findings);
    if (recorded_.work) summary_.work = recorded_.work;
  }
  Report report;
  report.steps = StepsOf(chosen_, table_);
  report.sections.push_back({"", {}, std::move(summary_)});
  return report;
}

}  // namespace

Result<Report> LoadSummary(const StepSelection& steps,
                           const Arguments& arguments,
                           Diagnostics& diagnostics) {
  return SummaryLoader(steps, arguments, diagnostics).Run();
}

}  // namespace tfprof
