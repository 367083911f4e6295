// SPDX-License-Identifier: Apache-2.0
// A dump as tables of a database: see dump_schema.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/memory/live_memory.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "base/string_pool.h"
#include "base/table_index.h"
#include "model/dump_sink.h"
#include "model/profile.h"
#include "model/step_records.h"
#include "model/step_selection.h"
#include "store/dump_schema.h"
#include "store/filled_database.h"
#include "store/table_writer.h"
#include "view/forest.h"

namespace tfprof {

// Numbers devices and allocators in order of appearance.
class DeviceNames {
 public:
  explicit DeviceNames(FilledDatabase& file)
      : table_(file, "devices", TableWriter::Keys::kGiven) {}

  // The row of a name; nothing for an empty name.
  Result<std::optional<int64_t>> Of(std::string_view name,
                                    std::string_view kind);

  Status Finish() { return table_.Finish(); }

 private:
  TableWriter table_;
  StringPool names_;  // by row
};

// Finds nodes of a profile by name, faster than Profile::FindNode. Needs only
// the strings of the profile.
class WrittenNodes {
 public:
  explicit WrittenNodes(const Profile& profile);

  std::optional<int64_t> Find(std::string_view name) const;

  size_t size() const { return names_.size(); }

 private:
  std::string_view NameOf(uint32_t node) const {
    return strings_[names_[node]];
  }

  const StringPool& strings_;
  const std::vector<StringId> names_;  // by NodeId
  TableIndex by_name_;
};

struct DumpWriterOptions {
  std::string_view version;  // of the program
  bool corrects_rules = false;
  ChosenSteps steps;
  // Costs are means over the chosen steps, as in views with --steps. Otherwise
  // each node's cost is a mean over the steps in which it ran.
  bool is_mean_of_chosen = false;
};

CostScale ScaleOf(const Profile& profile, const DumpWriterOptions& options);

// True if nodes are in the order of their names in the database.
bool HasNamesInOrder(const Profile& profile);

// Everything except single executions: nodes with their costs over the steps of
// the profile, scopes, code, call stacks, lengths of steps.
Status WriteProfile(const Profile& profile, const DumpWriterOptions& options,
                    DeviceNames& devices, Diagnostics& diagnostics,
                    FilledDatabase& file);

// Reads a graph and writes its edges. The first of several definitions of a
// node counts.
class EdgeSink final : public DumpSink {
 public:
  explicit EdgeSink(const WrittenNodes& nodes) : nodes_(nodes) {}

  void AddNode(const NodeDefinition& node) override;

  // Sorts for the table and the index; called once, at the end.
  void Sort();

  // REQUIRES: Sort() was called.
  Status Write(FilledDatabase& file);

 private:
  // The producer of edges. There may be far more edges than nodes, so their
  // producers are stored once.
  struct Source {
    static constexpr uint32_t kNoNode = UINT32_MAX;

    uint32_t node = kNoNode;
    int32_t output = 0;
  };

  static constexpr size_t kUnknown = SIZE_MAX;

  struct Inputs {
    size_t begin = kUnknown;  // in sources_
    size_t count = 0;
  };

  const WrittenNodes& nodes_;
  std::vector<Inputs> inputs_;       // by node
  std::vector<Source> sources_;      // in the order of nodes; sorted later
  std::vector<uint32_t> by_source_;  // rows of sources_
};

// The same from a saved profile, which has no control inputs.
Status WriteStoredEdges(const Profile& profile, FilledDatabase& file);

// A step with results that take time to compute.
struct PreparedStep {
  StepRecords records;
  std::vector<uint32_t> node;         // by record; kNoNode: none
  std::vector<uint32_t> lane;         // by record; kNoLane: unknown
  std::vector<int64_t> clock_offset;  // to add to the times of a record
  std::vector<AllocatorMemory> memory;

  static constexpr uint32_t kNoNode = UINT32_MAX;
  static constexpr uint32_t kNoLane = UINT32_MAX;

  std::optional<int64_t> NodeOf(size_t record) const {
    if (node[record] == kNoNode) return std::nullopt;
    return node[record];
  }
};

PreparedStep PrepareStep(StepRecords records, const WrittenNodes& nodes,
                         const VariableBytes& variables);

// Writes the executions of steps, one step at a time: places and times,
// outputs, and the memory of the allocators.
class StepWriter {
 public:
  StepWriter(const Profile& profile, DeviceNames& devices,
             FilledDatabase& file);

  Status Write(const PreparedStep& step);

  // The executions of a saved profile, which has only their times.
  Status WriteStored();

  Status Finish();

 private:
  // 0 if the step has none.
  int64_t StartOf(int64_t step) const;
  Status WriteMemory(const PreparedStep& step, int64_t start_ns);
  Status WriteTensors(const PreparedStep& step, size_t record);
  Status AddToIndexes(int64_t step, std::optional<int64_t> node);

  const Profile& profile_;
  DeviceNames& devices_;
  TableWriter execution_table_, tensor_table_, memory_table_, alive_table_;
  IndexWriter<2> by_step_;
  IndexWriter<3> by_node_;
  IndexWriter<2> by_execution_;             // tensors
  std::vector<std::string> text_of_shape_;  // by row of the record's shapes
};

}  // namespace tfprof
