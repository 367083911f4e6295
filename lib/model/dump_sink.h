// SPDX-License-Identifier: Apache-2.0
// DumpSink: the interface between readers and consumers, in the order of the
// file. Data is not merged, cut or judged before it, so a reader knows no
// rules, and a builder knows no bytes.
//
// The views and spans in these structs are valid only during the call.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "model/constant.h"
#include "model/input_names.h"
#include "model/memory_record.h"
#include "model/recorded_needs.h"
#include "model/rules.h"

namespace tfprof {

struct Capture;
struct RecordedHost;
struct Recording;

// TensorShapeProto, in two thirds of the size of a span and a flag, since an
// attribute may list millions. An unknown dimension is -1.
class ShapeRecord {
 public:
  ShapeRecord() = default;

  // REQUIRES: less than 2^32 dims, which no message has.
  explicit ShapeRecord(std::span<const int64_t> dims, bool unknown_rank = false)
      : dims_(dims.data()),
        size_(static_cast<uint32_t>(dims.size())),
        unknown_rank_(unknown_rank) {}

  std::span<const int64_t> dims() const { return {dims_, size_}; }

  bool unknown_rank() const { return unknown_rank_; }

 private:
  const int64_t* dims_ = nullptr;
  uint32_t size_ = 0;
  bool unknown_rank_ = false;
};

// An attribute as text: a string, a bool, a whole number, the name of a
// function, or a list of strings or numbers, "1,2,2,1".
struct NamedAttr {
  std::string_view key;
  std::string_view text;
};

// Further parts of a NodeDef.
struct NodeDetail {
  std::string_view device;
  int32_t dtype = 0;                 // attribute `dtype`
  std::optional<ShapeRecord> shape;  // attribute `shape`, of any node
  const Constant* value = nullptr;   // attribute `value`, if a tensor
  std::string_view bytes;            // serialized, as far as needed
  std::span<const NamedAttr> attrs;
};

// NodeDef, with the attributes that are used.
struct NodeDefinition {
  std::string_view name;
  std::string_view op;
  InputNames inputs;
  std::optional<ShapeRecord> shape;            // `shape`, if a single shape
  std::span<const ShapeRecord> output_shapes;  // `_output_shapes`, if a list
  std::string_view data_format;                // empty unless it is a string
  // All attributes: serialized entries of map<string, AttrValue>.
  std::span<const std::string_view> attrs;
  // Names of functions in the attributes, if the sink wants functions.
  std::span<const std::string_view> functions;
  const NodeDetail* detail = nullptr;  // if the sink asks for it
};

// FunctionDef, whose nodes follow.
struct FunctionRecord {
  std::string_view name;
  std::string_view rest;  // serialized, without the nodes
  std::span<const NamedAttr> attrs;
  std::span<const std::string_view> values;  // names of arguments and outputs
};

// The source of a graph.
struct GraphRecord {
  enum class Origin : uint8_t { kDefined, kPartition, kFunctionGraph };

  Origin origin = Origin::kDefined;
  std::string_view rest;          // serialized, without nodes and functions
  std::string_view library_rest;  // serialized, without functions
};

// CodeDef.Trace. An inline string wins over its id when it is not empty.
struct FrameRecord {
  std::string_view file;
  std::string_view function;
  std::string_view source;  // the text of the line
  int64_t file_id = 0;
  int64_t function_id = 0;
  int64_t source_id = 0;
  int32_t line = 0;
  int32_t function_line = 0;  // the first line of the function
};

// OpLogEntry. `stack` is valid if there is a code_def, even an empty one.
struct OpLogEntry {
  std::string_view name;
  int64_t float_ops = 0;
  std::span<const std::string_view> types;
  StackId stack;
  bool is_of_graph = false;  // made of a graph's collection, not of an op log
};

// AllocatorMemoryUsed.
struct AllocatorRecord {
  std::string_view allocator;
  int64_t total_bytes = 0;
  int64_t peak_bytes = 0;
  int64_t live_bytes = 0;
  int64_t bytes_in_use = 0;  // of the whole allocator
  std::span<const AllocationRecord> allocations;
};

// NodeOutput. Its bytes mean nothing without an allocation_description.
struct OutputRecord {
  int32_t slot = 0;
  bool has_allocation = false;
  int64_t requested_bytes = 0;
  int64_t allocated_bytes = 0;
  uint64_t ptr = 0;
  std::string_view allocator;
  std::string_view tensor;  // the serialized TensorDescription
  int32_t dtype = 0;        // these two if the sink asks for them
  ShapeRecord shape;
};

// NodeExecStats: one execution of a node on the device that was begun last.
// Times are in us; all except all_start_us and scheduled_us count from
// all_start_us.
struct ExecRecord {
  std::string_view name;
  int64_t all_start_us = 0;
  int64_t op_start_rel_us = 0;
  int64_t op_end_rel_us = 0;
  int64_t all_end_rel_us = 0;
  int64_t scheduled_us = 0;
  // The same in ns if the release records them; else 0. See exec_times.h.
  int64_t all_start_ns = 0;
  int64_t op_start_rel_ns = 0;
  int64_t op_end_rel_ns = 0;
  int64_t all_end_rel_ns = 0;
  int64_t scheduled_ns = 0;
  uint32_t thread_id = 0;
  std::string_view label;  // timeline_label
  std::span<const AllocatorRecord> memory;
  std::span<const OutputRecord> outputs;
  int64_t temp_bytes = 0;        // of memory_stats
  int64_t persistent_bytes = 0;  // of memory_stats
};

// An entry of ExecProfile.accelerator_execs or cpu_execs, in parts.
struct StoredTime {
  std::string_view device;
  int64_t start_us = 0;
  int64_t duration_us = 0;
  bool on_accelerator = false;
};

// The memory of a stored run, serialized: a run may have millions of empty
// records.
struct StoredMemory {
  std::span<const std::string_view> records;  // ExecMemory, whole
  MemoryRecord (*read)(std::string_view) = nullptr;

  size_t size() const { return records.size(); }

  MemoryRecord operator[](size_t i) const { return read(records[i]); }

  template <typename Take>
  void ForEach(Take take) const {
    for (const std::string_view record : records) take(read(record));
  }
};

// ExecProfile of a saved profile: a node's executions in one step.
struct StoredNodeStep {
  int64_t step = 0;
  int64_t run_count = 0;
  int64_t all_start_us = 0;
  int64_t latest_end_us = 0;
  std::span<const std::string_view> devices;
  std::span<const StoredTime> times;
  StoredMemory memory;
  std::span<const OutputMemory> outputs;
  std::span<const AllocationRecord> allocations;
};

// An entry of ProfileNode.inputs and its src_output_index, by the keys of
// ProfileProto.nodes.
struct StoredInput {
  int32_t position = 0;
  int64_t source = 0;
};

struct StoredSourceIndex {
  int64_t source = 0;
  int32_t output = 0;
};

struct StoredOutputShape {
  int32_t output = 0;
  std::span<const int64_t> dims;  // as stored: a scalar is {1}
};

// ProfileNode of a saved profile, which its writer has already merged.
struct StoredNode {
  int64_t key = 0;  // in ProfileProto.nodes
  int64_t id = 0;
  std::string_view name;
  std::string_view op;
  std::string_view canonical_device;
  std::string_view host_device;
  std::string_view data_format;
  std::span<const std::string_view> attrs;
  std::string_view unread;  // serialized fields that are not interpreted
  std::span<const std::string_view> types;
  std::span<const int64_t> shape;
  std::span<const StoredOutputShape> output_shapes;
  std::span<const StoredInput> inputs;
  std::span<const StoredSourceIndex> source_indices;
  int64_t float_ops = 0;
  StackId stack;
  std::span<const StoredNodeStep> node_steps;
};

// The level of detail of a graph that a sink asks for.
enum class GraphDetail : uint8_t {
  kNone,
  kFunctions,    // functions with their nodes, NodeDefinition::functions
  kDefinitions,  // the same, NodeDefinition::detail, partitions
  kValues,       // the same, and constants with their content
};

// Options for adding up an XSpace.
struct RecordingOptions {
  Rules rules = kCorrectedRules;
  // Also adds up the whole recording if it has steps.
  bool wants_whole = false;
  // Only these steps, ascending; null: all. Must outlive the reading.
  const std::vector<int64_t>* steps = nullptr;
  // The step whose self-time slices are kept; -1: the whole recording.
  std::optional<int64_t> stretches_of = {};
};

// A sink overrides the calls that it uses and ignores the others.
class DumpSink {
 public:
  virtual ~DumpSink() = default;

  virtual GraphDetail graph_detail() const { return GraphDetail::kNone; }

  // True if details of operations of a type are needed.
  virtual bool wants_detail_of(std::string_view) const {
    return graph_detail() != GraphDetail::kNone;
  }

  // True if types and shapes of outputs are needed.
  virtual bool wants_output_shapes() const { return false; }

  // True if NodeDefinition::attrs is used.
  virtual bool wants_attrs() const { return true; }

  // True if only names, times and bytes of records matter. Files are then
  // decoded on other threads, into RecordBatches, which store nothing else, and
  // DefinitionBatches, which store no attributes and no details.
  virtual bool only_accounts() const { return false; }

  // GraphDef. A file may have several, such as partitions of a step: each
  // begins with BeginGraph if details are needed.
  virtual void BeginGraph(const GraphRecord&) {}

  virtual void AddNode(const NodeDefinition&) {}

  virtual void BeginFunction(const FunctionRecord&) {}

  virtual void AddFunctionNode(const NodeDefinition&) {}

  // OpLogProto and ProfileProto: strings of the code traces, and the traces,
  // outermost frame first. A stack is added before its node.
  virtual void AddString(int64_t, std::string_view) {}

  virtual StackId AddStack(std::span<const FrameRecord>) { return {}; }

  virtual void AddOpLogEntry(const OpLogEntry&) {}

  // The name of a tensor in the checkpoint.
  virtual void AddCheckpointName(std::string_view) {}

  // The name of a step that follows, if its file gives it one.
  virtual void NameStep(int64_t /*step*/, std::string_view /*name*/) {}

  // RunMetadata with step stats: a step, its devices, their executions.
  virtual void BeginStep(int64_t) {}

  virtual void BeginDevice(std::string_view) {}

  virtual void AddExec(const ExecRecord&) {}

  // A prefetch hint: this name will be given to AddExec soon. Not every name is
  // announced.
  virtual void ExpectExec(std::string_view) {}

  virtual void EndStep() {}

  // XSpace: a profiler's recording of one host.
  virtual RecordingOptions recording_options() const { return {}; }

  virtual void AddRecording(const std::shared_ptr<const Recording>&) {}

  // The parts of XSpaces that are needed besides executions and steps.
  virtual RecordedNeeds recorded_needs() const { return {}; }

  // The recording of one process. Only the intake uses it: it joins the
  // recordings of a run.
  virtual void AddRecordedHost(std::shared_ptr<RecordedHost>) {}

  // All recordings of a run, after the last file.
  virtual void AddCapture(const std::shared_ptr<const Capture>&) {}

  // True if recordings keep all events, not only those that statistics need.
  virtual bool wants_events() const { return false; }

  // Whether to be given the Recording of each XSpace.
  virtual bool wants_recording() const { return true; }

  // ProfileProto.
  virtual void AddStoredNode(const StoredNode&) {}

  virtual void AddStoredStep(int64_t) {}

  virtual void SetHasCodeTraces() {}
};

}  // namespace tfprof
