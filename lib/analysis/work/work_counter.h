// SPDX-License-Identifier: Apache-2.0
// Sums up the work of executions by node.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/work/step_work.h"
#include "analysis/work/work_report.h"
#include "base/chunked_vector.h"
#include "base/column.h"

namespace tfprof {

// Float operations per execution from an op log, by node name.
using LoggedFloatOps = std::map<std::string, int64_t, std::less<>>;

// Reads them from an op log.
class OpLogFloatOps final : public DumpSink {
 public:
  void AddOpLogEntry(const OpLogEntry& entry) override {
    if (entry.float_ops > 0) {
      float_ops[std::string(entry.name)] = entry.float_ops;
    }
  }

  LoggedFloatOps float_ops;
};

class WorkCounter {
 public:
  // `defined` may be null; it must outlive the counter.
  WorkCounter(const Graph* defined, LoggedFloatOps logged);

  // Adds a step: the tasks of its hosts (records with shapes) and its partition
  // graphs. Takes the texts of the first step, which nobody can look at then.
  void AddStep(const std::vector<StepTasks>& hosts, const RanNodesSink& ran,
               StepRecords&& records);

  // Adds the only step there is. REQUIRES: it outlives the counter.
  void AddOnlyStep(const std::vector<StepTasks>& hosts,
                   const RanNodesSink& ran);

  // Gives back what only AddStep needs, also the graph.
  void EndSteps();

  WorkReport Finish();

  // Instead of Finish: calls `take(const NodeWork&)` for each node in order of
  // first use, for those who want sums. Texts are valid within the call.
  template <typename Take>
  void Drain(Take take) {
    EndSteps();
    uint32_t row = 0;
    names_.Drain([&](StringId name) {
      // Else kernels without a launch.
      if (runs_[row] > 0) take(Finish(name, row));
      ++row;
    });
  }

 private:
  // The fields that neighbours often share; numbers are in columns.
  struct Node {
    StringId type;
    StringId remark;           // invalid if empty
    uint32_t product = kNone;  // a row of products_
    // Why the count of the last unknown execution is not known.
    uint32_t why_index = 0;
    Count::Missing why = Count::Missing::kNothing;
    bool has_kernels = false;
    bool has_float_ops = true;  // which are not too many to be counted
    bool has_bytes = true;      // that are known of all executions
    // From the last execution whose count is known.
    bool is_zero = false;
    bool uses_graph_shapes = false;

    bool operator==(const Node&) const = default;
  };

  static constexpr uint32_t kNone = UINT32_MAX;

  const StringPool& Names() const {
    if (of_step_ == nullptr) return own_names_;
    return *of_step_;
  }

  void AddTasks(const std::vector<StepTasks>& hosts, const RanNodesSink& ran);
  uint32_t RowOf(StringId name);

  Node NodeOf(uint32_t row) const {
    return row < nodes_.size() ? nodes_[row] : Node();
  }

  void Keep(uint32_t row, const Node& node) {
    if (row < nodes_.size()) return nodes_.Set(row, node);
    nodes_.push_back(node);
  }

  void Add(const ExecutionWork& work, uint32_t row);
  NodeWork Finish(StringId name, uint32_t row);

  std::optional<DefinedNodes> defined_;
  LoggedFloatOps logged_;
  SharedStrings own_names_;
  const StringPool* of_step_ = nullptr;  // whose names are used as they are
  StringPool strings_;                   // types, remarks, reasons
  std::vector<uint32_t> row_of_;         // by StringId of Names(), or kNone
  ChunkedVector<StringId> names_;        // of nodes; there may be millions
  // By row of names_.
  Column<Node> nodes_;  // added when something is known of them
  Column<int64_t> runs_;
  Column<int64_t> op_ns_;
  Column<int64_t> kernel_ns_;
  Column<int64_t> float_ops_;  // over executions with a known count
  Column<int64_t> bytes_;
  std::vector<Count> products_;  // of nodes with a formula of that kind
  int64_t steps_ = 0;
};

}  // namespace tfprof
