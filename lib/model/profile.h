// SPDX-License-Identifier: Apache-2.0
// Profile: the reference's merged account of a graph and its runs, immutable,
// in columns. All readers end in one, all views start from one.
//
// Nodes are in bytewise order of their names, the reference's order of
// iteration, so NodeIds compare like names.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/column.h"
#include "base/ids.h"
#include "base/lists.h"
#include "base/string_pool.h"
#include "model/memory_record.h"
#include "model/own_files.h"
#include "model/recorded_frames.h"
#include "model/step_table.h"
#include "model/type_list.h"

namespace tfprof {

struct InputEdge {
  NodeId source;         // invalid if no node has the name
  int32_t position = 0;  // in the consumer's inputs
  int32_t output = 0;    // of the source; -1 for control inputs or if unknown
};

struct OutputShape {
  int32_t output = 0;
  uint32_t dims = 0;  // a row of NodeTable::output_dims
};

struct NodeTable {
  std::vector<StringId> name;
  Column<StringId> op;
  Column<int64_t> id;            // in order of creation, or as saved
  Column<StringId> device;       // canonical device; invalid if it never ran
  Column<StringId> host_device;  // the device that drives it
  Column<StringId> data_format;  // from the attribute; may be invalid
  Lists<InputEdge> inputs;       // by position
  Lists<int64_t> shape;          // of a variable; may be empty
  Lists<OutputShape> output_shapes;
  Lists<int64_t> output_dims;  // a scalar is {1}, an unknown rank is {}
  Column<int64_t> float_ops;   // per execution
  // See TypesOf().
  std::vector<bool> is_device_first;
  Column<int64_t> type_list;  // row of type_lists, from 1; 0: none
  Lists<StringId> type_lists;
  Column<StackId> stack;         // invalid if the op log has none
  std::vector<bool> is_defined;  // by the graph, not only by a record
  // Steps with a record that rules kept.
  Column<uint32_t> step_count;

  // Empty unless records are kept.
  Lists<StringId> attrs;    // serialized entries of map<string, AttrValue>
  Column<StringId> unread;  // serialized fields of a saved profile
  // The maximum over steps of the sum of records, at least 0.
  Column<int64_t> accelerator_persistent_bytes;

  size_t size() const { return name.size(); }

  // In bytewise order: op, device, and the user's types, which few nodes have.
  TypeList TypesOf(size_t node) const {
    if (const int64_t list = type_list[node]; list > 0) {
      return TypeList(type_lists[static_cast<size_t>(list - 1)]);
    }
    return is_device_first[node] ? TypeList(device[node], op[node])
                                 : TypeList(op[node], device[node]);
  }
};

// The sums of the nodes' records, 80 bytes a row at most, whatever the number
// of executions. A row is a node in a step, or a node over all steps if only
// their sum was requested.
struct NodeStepTable {
  Column<NodeId> node;
  // A row of Profile::step_numbers; 0 for sums.
  Column<uint32_t> step;
  Column<int64_t> run_count;
  Column<int64_t> accelerator_us;
  Column<int64_t> cpu_us;
  // For recordings only: the same times in picoseconds, before rounding. Else
  // 0.
  Column<int64_t> accelerator_ps;
  Column<int64_t> cpu_ps;
  Column<int64_t> requested_bytes;
  Column<int64_t> peak_bytes;
  Column<int64_t> residual_bytes;
  Column<int64_t> output_bytes;
  // The first start and the last end on any device; 0 without a start.
  Column<int64_t> all_start_us;
  Column<int64_t> latest_end_us;

  size_t size() const { return node.size(); }
};

// An execution, or one of the kernels it launched.
struct ExecTime {
  int64_t start_us = 0;
  int64_t duration_us = 0;
  StringId device;
  bool on_accelerator = false;
};

// The records behind the rows of a NodeStepTable, each list in order of
// arrival. Empty unless requested, since it grows with the executions.
struct RecordTable {
  Lists<ExecTime> times;
  MemoryRecords memory;
  Lists<OutputMemory> outputs;
  Lists<AllocationRecord> allocations;
  Lists<StringId> devices;  // distinct, in bytewise order
};

// A line of a call stack.
struct Frame {
  StringId file;
  StringId function;
  int32_t line = 0;
  int32_t function_line = 0;
};

struct Profile {
  StringPool strings;
  NodeTable nodes;
  NodeStepTable node_steps;
  RecordTable records;  // by row of node_steps
  std::vector<Frame> frames;
  Lists<FrameId> stacks;  // by StackId, outermost frame first
  // The ids of the code traces with their texts, if records are kept.
  std::vector<std::pair<int64_t, StringId>> string_table;
  RecordedFrames recorded_frames;     // by FrameId, if records are kept
  std::vector<int64_t> step_numbers;  // of node_steps, in order of first use
  std::vector<int64_t> steps;         // that can be selected, ascending
  StepTable step_table;               // how long they were
  bool has_code_traces = false;
  bool is_recording = false;  // of XSpaces
  bool misses_accelerator_stream = false;
  // time of records that rules drop, in the kept steps
  int64_t left_out_us = 0;
  // the code view folds libraries, as --code=mine
  bool folds_library_code = false;
  OwnFiles own_files;                // never folded
  bool node_steps_are_sums = false;  // sums over the requested steps
  uint64_t covered_nodes = 0;        // nodes with a record of some run
  bool average_is_signed = false;    // Rules::signed_average
  // By node name, for nodes of functions that are not inlined: the name inside
  // the function, "add" for "call/add". Invalid, or beyond the end, for others.
  std::vector<StringId> name_in_function;
  // The stack for executed nodes without a call stack. Valid only with
  // Rules::attribution, and if some node has a call stack.
  StackId no_stack;

  std::string_view NameOf(NodeId node) const {
    return strings[nodes.name[node.value]];
  }

  // The name of a node in its records.
  std::string_view RecordedNameOf(NodeId node) const {
    const StringId name = nodes.name[node.value];
    const bool is_inner = name.value < name_in_function.size() &&
                          name_in_function[name.value].valid();
    return strings[is_inner ? name_in_function[name.value] : name];
  }

  // The node with that name, or an invalid id.
  NodeId FindNode(std::string_view name) const;

  // tfprof: the share of known nodes that have a record.
  double Coverage() const {
    return static_cast<double>(covered_nodes) /
           (static_cast<double>(nodes.size()) + 1e-10);
  }
};

// The dimensions of an input; empty if any of them is unknown.
std::span<const int64_t> InputShape(const Profile& profile,
                                    const InputEdge& input);

// tfprof: the product of the dimensions of `shape`; 0 without a shape or with
// an unknown dimension.
int64_t ParameterCount(std::span<const int64_t> shape);

// tfprof: ParameterCount logs "Incomplete shape." for such a shape.
bool IsIncompleteShape(std::span<const int64_t> shape);

}  // namespace tfprof
