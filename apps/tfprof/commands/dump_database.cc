// SPDX-License-Identifier: Apache-2.0
#include "commands/dump_database.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/memory/handle_bytes.h"
#include "base/heap.h"
#include "load.h"
#include "model/tee_sink.h"
#include "store/dump_schema.h"
#include "store/dump_writer.h"
#include "store/temporary_database.h"
#include "store/write_queue.h"

namespace tfprof {

namespace {

class DumpConverter {
 public:
  DumpConverter(const Arguments& arguments, Diagnostics& diagnostics)
      : arguments_(arguments), diagnostics_(diagnostics) {}

  Status Run(const std::optional<StepSelection>& steps, Database& database);

 private:
  Status LoadSteps(const StepSelection& steps);
  Status WriteStored(const DumpWriterOptions& options, const NodeFinder& nodes,
                     DeviceNames& devices, WriteQueue& queue);
  Status WriteRead(const DumpWriterOptions& options, const NodeFinder& nodes,
                   DeviceNames& devices, WriteQueue& queue);

  Status WriteTables(const DumpWriterOptions& options, WriteQueue& queue);

  const Arguments& arguments_;
  Diagnostics& diagnostics_;
  std::vector<PickedFile> files_;
  bool is_saved_ = false;  // a saved profile or XSpaces, no step files
  ChosenSteps chosen_;
  std::optional<Profile> profile_;
};

Status DumpConverter::LoadSteps(const StepSelection& steps) {
  const Kept kept =
      is_saved_ ? Kept{.records = true, .float_ops = true}
                : Kept{.steps = Kept::Steps::kSumOfAll, .float_ops = true};
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

// Reads the graph and then the steps one by one, each on another thread while
// what came before is written. Warnings are dropped: the first read gave them.
class StepReader {
 public:
  StepReader(const std::vector<PickedFile>& files, const Arguments& arguments,
             const ChosenSteps& chosen, EdgeSink& edges)
      : files_(files), arguments_(arguments), chosen_(chosen), edges_(edges) {
    graph_ = std::async(std::launch::async, [this] { return ReadGraph(); });
  }

  // Waits until all edges were added.
  Status FinishGraph() { return graph_.get(); }

  // REQUIRES: the graph is finished.
  void BeginSteps() {
    for (size_t i = 0; i < kAhead; ++i) Begin();
  }

  // The next step, or nothing after the last.
  Result<std::optional<PreparedStep>> Next() {
    Result<std::optional<PreparedStep>> step = coming_.front().get();
    coming_.pop_front();
    if (step && *step) Begin();
    return step;
  }

 private:
  static constexpr size_t kAhead = 2;  // one is read, one waits

  // Adds a step that is read after the one before.
  void Begin();

  Status ReadGraph();
  Result<std::optional<PreparedStep>> Read();

  const std::vector<PickedFile>& files_;
  const Arguments& arguments_;
  const ChosenSteps& chosen_;
  EdgeSink& edges_;
  VariableBytes variables_;
  size_t next_ = 0;  // of files_
  std::future<Status> graph_;
  std::function<void()> wait_before_;
  std::deque<std::future<Result<std::optional<PreparedStep>>>> coming_;
};

void StepReader::Begin() {
  struct EndInAnyCase {
    ~EndInAnyCase() { end.set_value(); }

    std::promise<void>& end;
  };

  auto end = std::make_shared<std::promise<void>>();
  const std::shared_future<void> ended = end->get_future().share();
  coming_.push_back(std::async(
      std::launch::async, [this, end, wait = std::move(wait_before_)] {
        const EndInAnyCase ends{*end};
        if (wait) wait();
        return Read();
      }));
  wait_before_ = [ended] { ended.wait(); };
}

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

Result<std::optional<PreparedStep>> StepReader::Read() {
  Diagnostics unheard;
  while (next_ < files_.size()) {
    const PickedFile& file = files_[next_++];
    if (file.role != Role::kRunMetadata || !chosen_.Contains(file.step)) {
      continue;
    }
    StepRecordSink sink({.memory = true, .shapes = true});
    TFPROF_RETURN_IF_ERROR(
        ReadInputs({file}, arguments_.inputs, sink, unheard));
    std::optional<StepRecords> records = sink.Finish();
    if (records) return PrepareStep(*std::move(records), variables_);
  }
  return std::nullopt;
}

Status DumpConverter::WriteStored(const DumpWriterOptions& options,
                                  const NodeFinder& nodes, DeviceNames& devices,
                                  WriteQueue& queue) {
  TFPROF_RETURN_IF_ERROR(
      WriteProfile(*profile_, options, devices, diagnostics_, queue));
  TFPROF_RETURN_IF_ERROR(WriteStoredEdges(*profile_, queue));
  TFPROF_RETURN_IF_ERROR(queue.Push(GraphIndexes()));
  if (AreRecordings(files_)) return {};  // XSpaces are read as sums
  return StepWriter(*profile_, nodes, devices, queue).WriteStored();
}

Status DumpConverter::WriteRead(const DumpWriterOptions& options,
                                const NodeFinder& nodes, DeviceNames& devices,
                                WriteQueue& queue) {
  EdgeSink edges(nodes);
  StepReader reader(files_, arguments_, chosen_, edges);
  TFPROF_RETURN_IF_ERROR(
      WriteProfile(*profile_, options, devices, diagnostics_, queue));
  TFPROF_RETURN_IF_ERROR(reader.FinishGraph());
  // Steps take the memory of what was only for the account.
  profile_->nodes = NodeTable();
  profile_->node_steps = NodeStepTable();
  reader.BeginSteps();
  TFPROF_RETURN_IF_ERROR(edges.Write(queue));
  TFPROF_RETURN_IF_ERROR(queue.Push(GraphIndexes()));
  TFPROF_ASSIGN_OR_RETURN(std::optional<PreparedStep> step, reader.Next());
  StepWriter writer(*profile_, nodes, devices, queue);
  while (step) {
    TFPROF_RETURN_IF_ERROR(writer.Write(*step));
    TFPROF_ASSIGN_OR_RETURN(step, reader.Next());
  }
  return writer.Finish();
}

Status DumpConverter::WriteTables(const DumpWriterOptions& options,
                                  WriteQueue& queue) {
  const NodeFinder nodes(*profile_);
  const bool has_records = !is_saved_ && !AreRecordings(files_);
  DeviceNames devices(queue);
  TFPROF_RETURN_IF_ERROR(has_records
                             ? WriteRead(options, nodes, devices, queue)
                             : WriteStored(options, nodes, devices, queue));
  return devices.Finish();
}

Status DumpConverter::Run(const std::optional<StepSelection>& steps,
                          Database& database) {
  TFPROF_ASSIGN_OR_RETURN(files_, PickFiles(arguments_));
  is_saved_ =
      HasRole(files_, Role::kProfile) && !HasRole(files_, Role::kRunMetadata);
  TFPROF_RETURN_IF_ERROR(
      LoadSteps(steps.value_or(StepSelection{StepSelection::Which::kAll, {}})));
  const DumpWriterOptions options{TFPROF_VERSION,
                                  RulesFor(arguments_, files_).attribution,
                                  chosen_, steps.has_value()};
  TFPROF_RETURN_IF_ERROR(database.Run(
      "BEGIN;" + DumpTables(ScaleOf(*profile_, options)) + OrderedIndexes()));
  TFPROF_RETURN_IF_ERROR(database.Run(
      fmt::format("PRAGMA user_version = {}", kDumpSchemaVersion)));
  WriteQueue queue(database);
  TFPROF_RETURN_IF_ERROR(WriteTables(options, queue));
  TFPROF_RETURN_IF_ERROR(queue.Push(StepIndexes() + "COMMIT;"));
  profile_.reset();  // frees memory while the queue is written
  return queue.Finish();
}

}  // namespace

Result<std::shared_ptr<const FileImage>> MakeDumpDatabase(
    const std::optional<StepSelection>& steps, const Arguments& arguments,
    const std::optional<Workplace>& place, Diagnostics& diagnostics) {
  ShareHeap();
  TFPROF_ASSIGN_OR_RETURN(TemporaryDatabase made,
                          TemporaryDatabase::Make(place));
  TFPROF_RETURN_IF_ERROR(
      DumpConverter(arguments, diagnostics).Run(steps, made.database()));
  return std::make_shared<const TemporaryDatabase>(std::move(made));
}

}  // namespace tfprof
