// SPDX-License-Identifier: Apache-2.0
#include "commands/dump_database.h"

#include <algorithm>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/memory/handle_bytes.h"
#include "analysis/programs/instruction_sections.h"
#include "analysis/programs/kernel_sections.h"
#include "analysis/programs/lone_instructions.h"
#include "analysis/programs/planned_sections.h"
#include "analysis/waiting/idle_sections.h"
#include "analysis/waiting/program_sections.h"
#include "analysis/waiting/recorded_waiting.h"
#include "base/heap.h"
#include "base/parallel.h"
#include "commands/work_file.h"
#include "load.h"
#include "model/tee_sink.h"
#include "recorded/capture_sink.h"
#include "store/dump_schema.h"
#include "store/dump_writer.h"
#include "store/filled_database.h"
#include "store/report_tables.h"
#include "wire/hlo/hlo_program_reader.h"

namespace tfprof {

namespace {

class DumpConverter {
 public:
  DumpConverter(const std::vector<PickedFile>& files,
                const Arguments& arguments, Diagnostics& diagnostics)
      : arguments_(arguments), diagnostics_(diagnostics), files_(files) {}

  Result<std::shared_ptr<const FileImage>> Run(
      const std::optional<StepSelection>& steps,
      const std::optional<Workplace>& place);

 private:
  Status LoadSteps(const StepSelection& steps);
  Status WriteStored(const DumpWriterOptions& options, DeviceNames& devices,
                     FilledDatabase& file);
  Status WriteRead(const DumpWriterOptions& options, const WrittenNodes& nodes,
                   DeviceNames& devices, FilledDatabase& file);

  Status WriteTables(const DumpWriterOptions& options, FilledDatabase& file);

  // Programs, kernels, waits and regions of a recording, and planned memory.
  Status WriteReports(FilledDatabase& file);
  Result<std::vector<Section>> SectionsOf(
      std::shared_ptr<const Capture> capture) const;
  Status WriteLonePrograms(FilledDatabase& file);
  std::vector<PlannedProgram> ProgramsOfFiles() const;

  const Arguments& arguments_;
  Diagnostics& diagnostics_;
  const std::vector<PickedFile>& files_;
  bool is_saved_ = false;  // a saved profile or XSpaces, no step files
  StepSelection asked_{StepSelection::Which::kAll, {}, {}};
  ChosenSteps chosen_;
  std::optional<Profile> profile_;
};

Status DumpConverter::LoadSteps(const StepSelection& steps) {
  const LoadSpec kept =
      is_saved_
          ? LoadSpec{.records = true, .float_ops = true}
          : LoadSpec{.steps = LoadSpec::Steps::kSumOfAll, .float_ops = true};
  if (steps.which == StepSelection::Which::kAll) {
    TFPROF_ASSIGN_OR_RETURN(
        profile_, LoadProfile(files_, arguments_, kept, diagnostics_, nullptr));
    TFPROF_ASSIGN_OR_RETURN(chosen_, ChooseSteps(steps, profile_->step_table));
    return {};
  }
  TFPROF_ASSIGN_OR_RETURN(chosen_, ChooseStepsOf(files_, steps, arguments_));
  if (!chosen_.note.empty()) diagnostics_.WarnOnce("steps", chosen_.note);
  TFPROF_ASSIGN_OR_RETURN(
      profile_, LoadChosen(files_, chosen_, arguments_, kept, diagnostics_));
  return {};
}

// Reads the graph, and the steps in order, on other threads while tables are
// filled. Warnings are dropped: the first read reported them.
class StepReader {
 public:
  StepReader(const std::vector<PickedFile>& files, const Arguments& arguments,
             const ChosenSteps& chosen, const WrittenNodes& nodes,
             EdgeSink& edges)
      : files_(files), arguments_(arguments), nodes_(nodes), edges_(edges) {
    for (const PickedFile& file : files) {
      if (file.role == Role::kRunMetadata && chosen.Contains(file.step)) {
        steps_.push_back(&file);
      }
    }
    graph_ = BeginAside([this] { return ReadGraph(); }).share();
    for (size_t i = 0; i < kAhead; ++i) Begin();
  }

  // Waits until all edges are added.
  Status FinishGraph() { return graph_.get(); }

  // The next step, or nothing after the last.
  Result<std::optional<PreparedStep>> Next() {
    while (!coming_.empty()) {
      Result<std::optional<PreparedStep>> step = coming_.front().get();
      coming_.pop_front();
      if (!step) return step;
      Begin();
      if (*step) return step;
    }
    return std::nullopt;
  }

 private:
  static constexpr size_t kAhead = 2;  // one being read, one waiting

  void Begin() {
    if (next_ == steps_.size()) return;
    coming_.push_back(
        BeginAside([this, file = steps_[next_++]] { return Read(*file); }));
  }

  Status ReadGraph();
  Result<std::optional<PreparedStep>> Read(const PickedFile& file);

  const std::vector<PickedFile>& files_;
  const Arguments& arguments_;
  const WrittenNodes& nodes_;
  EdgeSink& edges_;
  VariableBytes variables_;
  std::vector<const PickedFile*> steps_;
  size_t next_ = 0;  // of steps_
  std::mutex reading_;
  std::shared_future<Status> graph_;
  std::deque<std::future<Result<std::optional<PreparedStep>>>> coming_;
};

Status StepReader::ReadGraph() {
  HandleBytesSink handles;
  TeeSink both({&edges_, &handles});
  Diagnostics unheard;
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files_, Role::kGraph),
                                    arguments_.inputs, both, unheard));
  edges_.Sort();
  variables_ = handles.Finish();
  return {};
}

// Nothing if the file has no records.
Result<std::optional<PreparedStep>> StepReader::Read(const PickedFile& file) {
  // The next one is needed first.
  const std::unique_lock one_at_a_time(reading_);
  Diagnostics unheard;
  StepRecordSink sink({.memory = true, .shapes = true});
  TFPROF_RETURN_IF_ERROR(ReadInputs({file}, arguments_.inputs, sink, unheard));
  std::optional<StepRecords> records = sink.Finish();
  if (!records) return std::nullopt;
  TFPROF_RETURN_IF_ERROR(graph_.get());  // it names variables
  return PrepareStep(*std::move(records), nodes_, variables_);
}

Status DumpConverter::WriteStored(const DumpWriterOptions& options,
                                  DeviceNames& devices, FilledDatabase& file) {
  TFPROF_RETURN_IF_ERROR(
      WriteProfile(*profile_, options, devices, diagnostics_, file));
  TFPROF_RETURN_IF_ERROR(WriteStoredEdges(*profile_, file));
  if (AreRecordings(files_)) return {};  // XSpaces are read as sums
  return StepWriter(*profile_, devices, file).WriteStored();
}

Status DumpConverter::WriteRead(const DumpWriterOptions& options,
                                const WrittenNodes& nodes, DeviceNames& devices,
                                FilledDatabase& file) {
  EdgeSink edges(nodes);
  StepReader reader(files_, arguments_, chosen_, nodes, edges);
  TFPROF_RETURN_IF_ERROR(
      WriteProfile(*profile_, options, devices, diagnostics_, file));
  TFPROF_RETURN_IF_ERROR(reader.FinishGraph());
  // Frees data that only the account needed, before steps take memory.
  profile_->nodes = NodeTable();
  profile_->node_steps = NodeStepTable();
  TFPROF_RETURN_IF_ERROR(edges.Write(file));
  TFPROF_ASSIGN_OR_RETURN(std::optional<PreparedStep> step, reader.Next());
  StepWriter writer(*profile_, devices, file);
  while (step) {
    TFPROF_RETURN_IF_ERROR(writer.Write(*step));
    TFPROF_ASSIGN_OR_RETURN(step, reader.Next());
  }
  return writer.Finish();
}

Status DumpConverter::WriteTables(const DumpWriterOptions& options,
                                  FilledDatabase& file) {
  const WrittenNodes nodes(*profile_);
  const bool has_records = !is_saved_ && !AreRecordings(files_);
  DeviceNames devices(file);
  TFPROF_RETURN_IF_ERROR(has_records ? WriteRead(options, nodes, devices, file)
                                     : WriteStored(options, devices, file));
  TFPROF_RETURN_IF_ERROR(WriteReports(file));
  return devices.Finish();
}

// Compiled programs that are files of their own.
std::vector<PlannedProgram> DumpConverter::ProgramsOfFiles() const {
  std::vector<PlannedProgram> programs;
  for (const PickedFile& file : OfRole(files_, Role::kGraph)) {
    if (is_saved_ || HasRole(files_, Role::kRunMetadata)) break;
    // A file that is damaged was told of when it was read as a graph.
    const auto program = LoadHloProgram(file, arguments_.inputs);
    if (!program || *program == nullptr) continue;
    programs.push_back({(*program)->id, *program});
  }
  return programs;
}

// Waits and regions are of the chosen steps; programs and kernels are of the
// recording as one step, made of the same tables.
Result<std::vector<Section>> DumpConverter::SectionsOf(
    std::shared_ptr<const Capture> capture) const {
  const RowFormat all{.is_for_people = false, .makes_rows = true};
  TFPROF_ASSIGN_OR_RETURN(const GivenWork work, GivenWorkOf(arguments_.work));
  std::vector<Section> sections;
  const auto add = [&](std::vector<Section> more) {
    for (Section& section : more) sections.push_back(std::move(section));
  };
  TFPROF_ASSIGN_OR_RETURN(const CaptureChoice choice, capture->Choose(asked_));
  {
    const auto waiting = std::make_shared<const RecordedWaiting>(
        FindWaiting(capture, choice.steps, arguments_.FilesOfFrames()));
    add(IdleSections(waiting, all));
    add(RegionSections(waiting, all));
    sections.push_back(CompileSection(waiting, all));
  }
  std::vector<std::shared_ptr<RecordedHost>> hosts(capture->processes.size());
  for (const RecordedProcess& process : capture->processes) {
    hosts[process.file] = process.host;
  }
  capture = std::make_shared<const Capture>(
      MakeCapture(std::move(hosts), {.as_one_step = true}));
  TFPROF_ASSIGN_OR_RETURN(const CaptureChoice whole,
                          capture->Choose({StepSelection::Which::kAll, {}}));
  add(InstructionSections(std::make_shared<const RecordedInstructions>(
                              FindInstructions(capture, whole.steps, {}, work)),
                          all));
  add(KernelSections(std::make_shared<const RecordedKernels>(
                         FindKernels(capture, whole.steps)),
                     {}, all.is_for_people));
  add(PlannedSections(
      std::make_shared<const Planned>(PlanOf(ProgramsOf(*capture))), all));
  return sections;
}

Status DumpConverter::WriteLonePrograms(FilledDatabase& file) {
  const RowFormat all{.is_for_people = false, .makes_rows = true};
  TFPROF_ASSIGN_OR_RETURN(const GivenWork work, GivenWorkOf(arguments_.work));
  const std::vector<PlannedProgram> programs = ProgramsOfFiles();
  std::vector<Section> sections =
      InstructionSections(std::make_shared<const RecordedInstructions>(
                              FindLoneInstructions(programs, work)),
                          all);
  for (Section& section : PlannedSections(
           std::make_shared<const Planned>(PlanOf(programs)), all)) {
    sections.push_back(std::move(section));
  }
  return WriteReportTables(sections, file);
}

Status DumpConverter::WriteReports(FilledDatabase& file) {
  if (!AreRecordings(files_)) {
    return WriteLonePrograms(file);
  }
  profile_.reset();
  Arguments reading = arguments_;
  reading.inputs.with_programs = true;
  Diagnostics unheard;
  CaptureSink sink;
  TFPROF_RETURN_IF_ERROR(
      ReadInputs(OfRole(files_, Role::kXSpace), reading.inputs, sink, unheard));
  if (sink.capture() == nullptr) return WriteReportTables({}, file);
  TFPROF_ASSIGN_OR_RETURN(const std::vector<Section> sections,
                          SectionsOf(sink.capture()));
  return WriteReportTables(sections, file);
}

Result<std::shared_ptr<const FileImage>> DumpConverter::Run(
    const std::optional<StepSelection>& steps,
    const std::optional<Workplace>& place) {
  is_saved_ =
      HasRole(files_, Role::kProfile) && !HasRole(files_, Role::kRunMetadata);
  if (steps) asked_ = *steps;
  TFPROF_RETURN_IF_ERROR(LoadSteps(asked_));
  const DumpWriterOptions options{TFPROF_VERSION,
                                  RulesFor(arguments_, files_).attribution,
                                  chosen_, steps.has_value()};
  // An index is filled in order, or else made when the table is full.
  const bool has_names_in_order = HasNamesInOrder(*profile_);
  TFPROF_ASSIGN_OR_RETURN(
      FilledDatabase made,
      FilledDatabase::Make(
          place,
          DumpTables(ScaleOf(*profile_, options)) + IndexesOnNumbers() +
              (has_names_in_order ? NameIndex() : "") +
              fmt::format("PRAGMA user_version = {};", kDumpSchemaVersion)));
  auto file = std::make_shared<FilledDatabase>(std::move(made));
  TFPROF_RETURN_IF_ERROR(WriteTables(options, *file));
  profile_.reset();
  TFPROF_RETURN_IF_ERROR(
      file->Finish(MemoryIndex() + (has_names_in_order ? "" : NameIndex())));
  return std::shared_ptr<const FileImage>(std::move(file));
}

}  // namespace

Result<std::shared_ptr<const FileImage>> MakeDumpDatabase(
    const std::vector<PickedFile>& files,
    const std::optional<StepSelection>& steps, const Arguments& arguments,
    const std::optional<Workplace>& place, Diagnostics& diagnostics) {
  ShareHeap();
  return DumpConverter(files, arguments, diagnostics).Run(steps, place);
}

}  // namespace tfprof
