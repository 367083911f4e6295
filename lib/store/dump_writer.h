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

// Numbers devices and allocators as they turn up.
class DeviceNames {
 public:
  explicit DeviceNames(FilledDatabase& file)
      : table_(file, "devices", TableWriter::Keys::kGiven) {}

  // The row of a name; an empty one has none.
  Result<std::optional<int64_t>> Of(std::string_view name,
                                    std::string_view kind);

  Status Finish() { return table_.Finish(); }

 private:
  TableWriter table_;
  StringPool names_;  // by row
};

// Finds nodes of a profile by name, quicker than Profile::FindNode. Of the
// profile it needs the strings alone.
class NodeFinder {
 public:
  explicit NodeFinder(const Profile& profile);

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
  // Costs are means over those steps, as views show where steps are chosen.
  // Else each node's is a mean over the steps that it ran in.
  bool is_mean_of_chosen = false;
};

CostScale ScaleOf(const Profile& profile, const DumpWriterOptions& options);

// Whether nodes stand in the order of their names as the database has them.
bool HasNamesInOrder(const Profile& profile);

// All but single executions: nodes with what they cost over the steps of the
// profile, scopes, code, call stacks, lengths of steps.
Status WriteProfile(const Profile& profile, const DumpWriterOptions& options,
                    DeviceNames& devices, Diagnostics& diagnostics,
                    FilledDatabase& file);

// Takes a graph, and writes its edges. Of several definitions of a node the
// first counts.
class EdgeSink final : public DumpSink {
 public:
  explicit EdgeSink(const NodeFinder& nodes) : nodes_(nodes) {}

  void AddNode(const NodeDefinition& node) override;

  // Puts them in the orders of table and index, once there are all.
  void Sort();

  // REQUIRES: Sort() was called.
  Status Write(FilledDatabase& file);

 private:
  // There may be far more than nodes, so what they go to is told once.
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

  const NodeFinder& nodes_;
  std::vector<Inputs> inputs_;   // by node
  std::vector<Source> sources_;  // node by node; once sorted, in their order
  std::vector<uint32_t> by_source_;  // rows of sources_
};

// The same from a saved profile, which does not tell control inputs.
Status WriteStoredEdges(const Profile& profile, FilledDatabase& file);

// A step, and what takes time to work out about it.
struct PreparedStep {
  StepRecords records;
  std::vector<uint32_t> node;         // by record; kNoNode: none
  std::vector<uint32_t> lane;         // by record; kNoLane: not known
  std::vector<int64_t> clock_offset;  // to add to the times of a record
  std::vector<AllocatorMemory> memory;

  static constexpr uint32_t kNoNode = UINT32_MAX;
  static constexpr uint32_t kNoLane = UINT32_MAX;

  std::optional<int64_t> NodeOf(size_t record) const {
    if (node[record] == kNoNode) return std::nullopt;
    return node[record];
  }
};

PreparedStep PrepareStep(StepRecords records, const NodeFinder& nodes,
                         const VariableBytes& variables);

// Writes the executions of steps, one step at a time: where and when they ran,
// what they put out, and what the allocators held.
class StepWriter {
 public:
  StepWriter(const Profile& profile, DeviceNames& devices,
             FilledDatabase& file);

  Status Write(const PreparedStep& step);

  // The executions of a saved profile, which has their times alone.
  Status WriteStored();

  Status Finish();

 private:
  // 0 if it has none.
  int64_t StartOf(int64_t step) const;
  Status WriteMemory(const PreparedStep& step, int64_t start_ns);
  Status WriteTensors(const PreparedStep& step, size_t record);
  Status AddToIndexes(int64_t step, std::optional<int64_t> node);

  const Profile& profile_;
  DeviceNames& devices_;
  TableWriter execution_table_, tensor_table_, memory_table_, alive_table_;
  IndexWriter<2> by_step_;
  IndexWriter<3> by_node_;
  IndexWriter<2> by_execution_;  // tensors
  std::vector<std::string> text_of_shape_;  // by row of its shapes
};

}  // namespace tfprof
