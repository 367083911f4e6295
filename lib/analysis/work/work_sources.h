// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "analysis/work/work_counter.h"
#include "model/graph.h"

namespace tfprof {

// Collects what the work of steps is counted by beside their records: the first
// graph that is defined, and the op log.
class WorkSources final : public DumpSink {
 public:
  GraphDetail graph_detail() const override {
    return GraphDetail::kDefinitions;
  }

  void BeginGraph(const GraphRecord& record) override;
  void AddNode(const NodeDefinition& node) override;
  void BeginFunction(const FunctionRecord& function) override;
  void AddFunctionNode(const NodeDefinition& node) override;

  // Steps follow a graph that is whole.
  void BeginStep(int64_t) override {
    is_wanted_ = false;
    graph_.Freeze();
  }

  void AddOpLogEntry(const OpLogEntry& entry) override {
    op_log_.AddOpLogEntry(entry);
  }

  // Each once.
  std::optional<Graph> FinishGraph();
  LoggedFloatOps FinishLogged() { return std::move(op_log_.float_ops); }

 private:
  GraphBuilder graph_{GraphDetail::kDefinitions,
                      GraphBuilder::Parts::kWithoutBytes};
  OpLogFloatOps op_log_;
  bool has_graph_ = false;
  bool is_wanted_ = false;  // the graph begun last
};

}  // namespace tfprof
