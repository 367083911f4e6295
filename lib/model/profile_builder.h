// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "base/diagnostics.h"
#include "base/error.h"
#include "base/hash.h"
#include "model/calls/function_names.h"
#include "model/dump_sink.h"
#include "model/load_spec.h"
#include "model/profile.h"
#include "model/record_batch.h"
#include "model/record_collector.h"
#include "model/record_rules.h"
#include "model/rules.h"
#include "model/step_table.h"
#include "model/xspace/recording.h"

namespace tfprof {

// "while/body/add" for "while/body/_12/add": TensorFlow numbers the bodies of
// functions as it inlines them, differently in each process.
std::string WithoutInlineNumbers(std::string_view name);

// Applies its inputs in order, as the reference does: first definitions win, an
// op log entry counts only for nodes known by then, and a node's first
// canonical device is its device for good.
//
// Nodes are numbered by creation during building; Finish() sorts them by name.
class ProfileBuilder final : public DumpSink {
 public:
  ProfileBuilder(const Rules& rules, Diagnostics& diagnostics,
                 LoadSpec kept = {})
      : rules_(rules), diagnostics_(diagnostics), kept_(kept) {}

  ProfileBuilder(const ProfileBuilder&) = delete;
  ProfileBuilder& operator=(const ProfileBuilder&) = delete;

  bool wants_attrs() const override { return kept_.records; }

  bool only_accounts() const override { return true; }

  GraphDetail graph_detail() const override {
    return rules_.attribution ? GraphDetail::kFunctions : GraphDetail::kNone;
  }

  void AddNode(const NodeDefinition& node) override;

  // Other sinks may ask for functions.
  void BeginFunction(const FunctionRecord& function) override {
    if (rules_.attribution) functions_.BeginFunction(function);
  }

  void AddFunctionNode(const NodeDefinition& node) override {
    if (rules_.attribution) functions_.AddFunctionNode(node);
  }

  void AddString(int64_t id, std::string_view text) override;
  StackId AddStack(std::span<const FrameRecord> frames) override;
  void AddOpLogEntry(const OpLogEntry& entry) override;
  void AddCheckpointName(std::string_view name) override;
  void NameStep(int64_t step, std::string_view name) override;
  // REQUIRES: step numbers are distinct.
  void BeginStep(int64_t step) override;
  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;
  void ExpectExec(std::string_view name) override;
  void EndStep() override;
  void AddStoredNode(const StoredNode& node) override;
  void AddStoredStep(int64_t step) override;

  // Recordings of several hosts are added up by step.
  RecordingOptions recording_options() const override { return {rules_}; }

  RecordedNeeds recorded_needs() const override { return {.memory = true}; }

  void AddRecording(const std::shared_ptr<const Recording>& recording) override;

  void SetHasCodeTraces() override { profile_.has_code_traces = true; }

  // Fails with kLimit if there are more rows than 32-bit ids. The builder must
  // not be used afterwards.
  Result<Profile> Finish();

  // Sets the data to keep of steps. REQUIRES: no step was added yet.
  void Keep(LoadSpec kept) { kept_ = std::move(kept); }

  const LoadSpec& kept() const { return kept_; }

 private:
  // A node by order of creation; NodeTable is in the order of names.
  using Row = uint32_t;
  static constexpr Row kNoRow = Id<void>::kNone;
  // The type of nodes whose type neither the graph nor a record tells.
  static constexpr std::string_view kNoType = "(not in the graph)";
  static constexpr uint32_t kNoNodeStep = Id<void>::kNone;

  struct Device {
    StringId name;
    DeviceClass kind;
    bool is_nameless = false;
    StringId host;  // if it is canonical
  };

  // The device of the held records from `first` on.
  struct HeldDevice {
    size_t first = 0;
    Device device;
  };

  struct LoggedNode {
    StringId name;
    std::vector<StringId> types;
    int64_t float_ops = 0;
    StackId stack;
  };

  // Its position is its index in the list, unless the profile was saved.
  struct Input {
    uint32_t source = 0;  // a StringId, or a row of stored_inputs_
    int32_t output = 0;
  };

  struct ExpectedInput {
    std::string_view name;
    StringPool::Expected expected;
    int32_t output = 0;
  };

  Row FindRow(std::string_view name) const {
    // An unknown name has an id beyond all rows.
    return RowOf(profile_.strings.Find(name));
  }

  bool IsRowOf(Row row, std::string_view name) const {
    return row < nodes_.size() && profile_.strings[nodes_.name[row]] == name;
  }

  Row RowOf(StringId name) const {
    return name.value < row_of_name_.size() ? row_of_name_[name.value] : kNoRow;
  }

  // The op type of a node that the graph defines; else empty.
  std::string_view DefinedType(std::string_view name) const;

  Row FindRecordRow(std::string_view name);
  void ExpectRowsAfter(Row row) const;
  Row CreateRow(StringId name, StringId op);
  Row CreateRecordRow(std::string_view name);

  void AddType(Row row, StringId type) { types_.push_back({row, type}); }

  void AddAttrs(Row row, std::string_view data_format,
                std::span<const std::string_view> attrs);
  void ExpectInputs(const InputNames& texts, size_t from);
  void AddInputs(const InputNames& texts);
  // The row of `row` in the runs of the current step; kNoNodeStep if it is not
  // kept.
  uint32_t NodeStepOf(Row row);
  uint32_t IndexOfStep(int64_t step);
  void EnterStep(int64_t step);
  void Account(const ExecRecord& exec);
  void LeaveOut(const ExecRecord& exec);
  void ApplyTo(Row row, const ExecRecord& exec);
  void ApplyTime(uint32_t run, const ExecRecord& exec);
  void ApplyMemory(Row row, uint32_t run, const ExecRecord& exec);
  void AddPersistent(Row row, int64_t bytes);
  void EndPersistent(Row row);
  void AddMemoryTo(uint32_t run, const MemoryRecord& memory);

  void AddStoredInputs(const StoredNode& node);
  void AddStoredNodeStep(Row row, const StoredNodeStep& stored);
  void KeepStoredNodeStep(uint32_t run, const StoredNodeStep& stored);

  // For recordings.
  struct RecordedRows;
  Row FindRecordedRow(std::string_view name, std::string_view type);
  StackId AddProgramStack(const HloModule& module, uint32_t instruction);
  StackId AddFrames(std::span<const FrameRecord> frames,
                    RecordedFrames::LastingTexts* lasting);
  StackId AddCallStack(const Recording& recording, uint32_t call);
  // By name of a recording's row.
  using RowOfName = tsl::robin_map<uint32_t, Row, IntHash>;

  Row NodeOfRow(const Recording& recording, uint32_t index,
                RowOfName& long_names);
  void NameRecordedNodes(RecordedRows& rows);
  void AddRecordedStep(RecordedRows& rows, const Recording::Step& step);
  void AddRecordedMemory(const Recording& recording, int64_t step);
  void FinishRecordings();
  // Nodes of recordings are known only at the end, so entries of op logs are
  // stored until then.
  void KeepLogged(const OpLogEntry& entry);
  void AddLogged(Row row, int64_t float_ops, StackId stack);

  // For Rules::attribution: types and stacks of nodes that only records know.
  // Functions may share node names: an operation of another type than `row`
  // gets a row of its own, "NAME (TYPE)".
  Row RowOfType(Row row, const ExecRecord& exec);
  void AttributeTypes();
  void AttributeStacks();
  StackId StackOfCaller(std::string_view name) const;
  // Records that a function call may have run wait until the end of their step,
  // when all calls are known, and are then accounted under the call:
  // "call/add".
  bool MayBeOfCall(std::string_view name);
  bool Holds(const ExecRecord& exec);
  void AccountHeld();

  void ResolveFrames();
  void FinishRecords();
  StringId Resolved(const TraceText& recorded);
  std::optional<StringId> SourceName(const Input& input);
  void SortNodes(const std::vector<Row>& order,
                 const std::vector<NodeId>& node_of);
  void SortInputs(const std::vector<Row>& order,
                  const std::vector<NodeId>& node_of);
  void SortTypes(const std::vector<Row>& order);
  template <typename... Columns>
  void SortColumns(const std::vector<Row>& order,
                   Columns NodeTable::*... columns);

  const Rules rules_;
  Diagnostics& diagnostics_;
  LoadSpec kept_;
  Profile profile_;  // strings, runs, steps, flags; nodes_ until Finish()
  StepTableBuilder step_table_;
  NodeTable nodes_;               // in order of creation; no types and inputs
  std::vector<Row> row_of_name_;  // by StringId
  // Additional to op and device; for a saved profile all types.
  std::vector<std::pair<Row, StringId>> types_;
  Lists<Input> inputs_;
  std::vector<ExpectedInput> expected_inputs_;  // the next inputs of the node
  bool is_saved_profile_ = false;               // complete: all nodes and types
  std::vector<StoredInput> stored_inputs_;
  StackId empty_stack_;
  tsl::robin_map<int64_t, StringId, IntHash> name_of_key_;

  tsl::robin_map<int64_t, StringId, IntHash> string_of_id_;

  // Steps run in much the same order, often the graph's, so the row after the
  // last one is guessed and lookups are rare.
  Row last_row_ = kNoRow;
  std::vector<Row> next_row_;  // by Row
  // The number of next records whose guesses are likely to be wrong. Meanwhile
  // the names of the next three are kept in a ring.
  unsigned missed_ = 0;
  std::array<StringPool::Expected, 3> expected_execs_;
  size_t oldest_expected_ = 0;
  Row next_logged_ = 0;  // a guess for the next entry of an op log

  std::vector<std::shared_ptr<const Recording>> recordings_;
  std::vector<LoggedNode> logged_;  // nodes that recordings may have
  // By program or recording, and row of its frames or calls.
  std::map<std::pair<const void*, uint32_t>, StackId> stack_of_frame_;
  RecordedFrames::LastingTexts texts_of_frames_;
  OncePerText<std::string_view> library_files_;  // with their folders

  FunctionNames functions_{
      [this](std::string_view name) { return DefinedType(name); }};
  std::vector<bool> is_asked_;  // by StringId: MayBeOfCall is known
  std::vector<bool> may_be_of_call_;
  RecordBatch held_;
  std::vector<HeldDevice> held_devices_;

  RecordCollector records_;
  // By Row: persistent bytes of the last step with a record.
  Column<int64_t> persistent_of_step_;

  std::vector<bool> covered_;  // by Row
  // By Row: its last run, and the last step with a record.
  std::vector<uint32_t> run_of_row_;
  std::vector<uint32_t> step_of_row_;
  // Index of step_numbers, once these are not in order.
  tsl::robin_map<int64_t, uint32_t, IntHash> index_of_step_;
  uint32_t step_ = 0;        // a row of profile_.step_numbers
  bool keeps_step_ = false;  // true if its numbers are kept
  Device device_;
  bool step_has_gpu_ = false;
  bool step_has_all_streams_ = false;
};

}  // namespace tfprof
