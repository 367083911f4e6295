// SPDX-License-Identifier: Apache-2.0
// StepRecords: the executions of one step in columns, in the order of its file,
// with times in nanoseconds and inputs. A step of a million executions is held
// as a whole, since sums do not tell what waited for what.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "base/column.h"
#include "base/hash.h"
#include "base/lists.h"
#include "base/numbers.h"
#include "base/shared_strings.h"
#include "base/string_pool.h"
#include "model/dump_sink.h"
#include "model/load_spec.h"
#include "model/memory_record.h"
#include "model/node_label.h"
#include "model/step_line.h"

namespace tfprof {

struct StepRecords {
  struct Device {
    StringId name;
    StepLine line = StepLine::kOther;
    bool is_of_copies = false;     // judged by its name
    StringId gpu;                  // for streams and copies: "/device:GPU:0"
    StringId host;                 // "/job:w/replica:0/task:0"; may be empty
    uint32_t gpu_number = kNoGpu;  // in its name; not of recordings
  };

  struct Input {
    StringId node;
    int32_t slot = 0;  // InputName::kControl for control inputs
    StringId edge;     // name of the tensor, if the graph that ran received it
  };

  // AllocatorMemoryUsed.
  struct AllocatorUse {
    StringId allocator;
    uint32_t allocations = 0;  // row of StepRecords::allocations
    int64_t total_bytes = 0;
    int64_t bytes_in_use = 0;  // of the whole allocator; 0 if not reported
  };

  // An output with a description.
  struct Output {
    int32_t slot = 0;
    int32_t dtype = 0;
    uint32_t shape = kNoShape;  // row of StepRecords::shapes
    StringId allocator;
    int64_t requested_bytes = 0;
    int64_t bytes = 0;  // the larger of requested and allocated
    uint64_t ptr = 0;   // 0 if it takes no memory
  };

  int64_t step = 0;
  SharedStrings strings;        // possibly shared with the step's Trace
  std::vector<Device> devices;  // distinct, in order of first use
  // By record. Times are in ns.
  Column<uint32_t> device;
  Column<StringId> name;      // as recorded
  Column<StringId> node;      // the node that ran or launched it
  Column<StringId> type;      // executed op type; invalid if unknown
  Column<int64_t> all_start;  // 0 without a start
  Column<int64_t> all_end;
  // Differences from the two columns above, to which these values are close or
  // equal; unknown in recordings. See OpStart().
  Column<int64_t> op_start_after_start;
  Column<int64_t> op_end_after_end;
  Column<int64_t> scheduled_before_start;  // 0: unknown; 1: at the start
  std::vector<bool> is_copy;               // of streams
  std::vector<bool> is_unlabelled;         // operations that have no label
  Column<uint32_t> input_row;
  Lists<Input> inputs;  // by input_row
  // By DeviceStepStats of the file, the first of its records, or the next one
  // if it has none. Empty for recordings.
  std::vector<uint32_t> line_begin;

  static constexpr int64_t kNotScheduled = INT64_MIN;
  static constexpr uint32_t kNoShape = UINT32_MAX;

  // A record that released another one, while it ran or at its end.
  struct Handoff {
    uint32_t from = 0;
    uint32_t to = 0;
    int64_t at = 0;
  };

  // For XSpaces, else empty.
  bool is_recording = false;
  Column<uint32_t> thread;          // by record: its line
  std::vector<Handoff> hand_overs;  // by `to`

  // By record; only if requested (LoadSpec).
  Lists<AllocatorUse> memory;
  Lists<Output> outputs;
  Column<int64_t> temp_bytes;
  Lists<AllocationRecord> allocations;
  Lists<int64_t> shapes;  // each once

  uint64_t recorded = 0;              // records of the step on all devices
  bool has_partition_graphs = false;  // inputs are from the graphs that ran

  size_t size() const { return name.size(); }

  const Device& DeviceOf(size_t record) const {
    return devices[device[record]];
  }

  // Recordings do not have this: their events are the operations themselves.
  int64_t OpStart(size_t record) const {
    return WrapAdd(all_start[record], op_start_after_start[record]);
  }

  int64_t OpEnd(size_t record) const {
    return WrapAdd(all_end[record], op_end_after_end[record]);
  }

  int64_t Scheduled(size_t record) const {
    const int64_t before = scheduled_before_start[record];
    if (before == 0) return kNotScheduled;
    return all_start[record] - (before - (before > 0 ? 1 : 0));
  }

  // The place of a record's DeviceStepStats in the file, and its own place
  // there.
  uint32_t LineOf(size_t record) const;
  uint32_t PlaceOnLine(size_t record) const;

  bool IsOperation(size_t record) const {
    return DeviceOf(record).line == StepLine::kOperations;
  }

  // By device: true for the lines of a GPU whose records count: its streams if
  // they have records, else stream:all and memcpy.
  std::vector<bool> UsedLines() const;

  // The most records per step that TensorFlow's collector keeps.
  static constexpr uint64_t kMostCollected = 1 << 20;

  bool MayBeCut() const { return recorded >= kMostCollected; }
};

// Reads one step file: its partition graphs, which come first, and its step.
class StepRecordSink final : public DumpSink {
 public:
  // Texts go into `strings`, which others may share.
  explicit StepRecordSink(LoadSpec wanted, SharedStrings strings = {})
      : wanted_(wanted) {
    records_.strings = std::move(strings);
  }

  // Nothing if the file has no step.
  std::optional<StepRecords> Finish();

  GraphDetail graph_detail() const override {
    return GraphDetail::kDefinitions;
  }

  bool wants_output_shapes() const override { return wanted_.shapes; }

  void BeginGraph(const GraphRecord& record) override;
  void AddNode(const NodeDefinition& node) override;
  void BeginStep(int64_t step) override;
  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;

 private:
  // The last parsed label of a node's executions.
  struct LastLabel {
    uint64_t hash = 0;
    StringId type;
    uint32_t input_row = kUnread;
  };

  static constexpr uint32_t kUnread = UINT32_MAX;
  static constexpr uint32_t kNoInputs = 0;  // an input_row

  StepRecords::Input InputOf(std::string_view text);
  uint32_t EndInputs();
  void AddTimes(const ExecRecord& exec);
  LastLabel ReadLabel(std::string_view label, StringId node);
  void AddLabel(std::string_view label, StringId node);
  void AddMemory(const ExecRecord& exec);
  void AddOutputs(const ExecRecord& exec);
  uint32_t AddShape(const ShapeRecord& shape);
  void ResolveReceives();

  const LoadSpec wanted_;
  std::vector<StepRecords::Input> inputs_;
  std::vector<uint64_t> input_ends_ = {0};
  StepRecords records_;
  bool has_step_ = false;
  bool has_allocations_ = false;
  bool is_partition_ = false;
  uint32_t device_ = 0;
  tsl::robin_map<uint32_t, uint32_t, IntHash> row_of_device_;  // by name
  std::vector<LastLabel> last_label_;                          // by node
  // From the partition graphs.
  tsl::robin_map<uint32_t, uint32_t, IntHash> row_of_node_;     // of inputs
  tsl::robin_map<uint32_t, StepRecords::Input, IntHash> sent_;  // by tensor
  tsl::robin_map<uint32_t, uint32_t, IntHash> received_;  // tensor by node
  StringPool shape_keys_;
};

}  // namespace tfprof
