// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/work_sources.h"

#include <utility>
#include <vector>

namespace tfprof {

void WorkSources::BeginGraph(const GraphRecord& record) {
  is_wanted_ =
      !has_graph_ && record.origin == GraphRecord::Origin::kDefined;
  if (!is_wanted_) return;
  has_graph_ = true;
  graph_.BeginGraph(record);
}

// Formulas look at attributes only, and definitions are as large as the file.
void WorkSources::Add(const NodeDefinition& node,
                      void (GraphBuilder::*add)(const NodeDefinition&)) {
  if (!is_wanted_) return;
  NodeDetail detail = *node.detail;
  detail.bytes = {};
  NodeDefinition slim = node;
  slim.detail = &detail;
  (graph_.*add)(slim);
}

void WorkSources::AddNode(const NodeDefinition& node) {
  Add(node, &GraphBuilder::AddNode);
}

void WorkSources::BeginFunction(const FunctionRecord& function) {
  if (is_wanted_) graph_.BeginFunction(function);
}

void WorkSources::AddFunctionNode(const NodeDefinition& node) {
  Add(node, &GraphBuilder::AddFunctionNode);
}

std::optional<Graph> WorkSources::FinishGraph() {
  std::vector<Graph> graphs = graph_.Finish();
  if (graphs.empty() || graphs.front().size() == 0) return std::nullopt;
  return std::move(graphs.front());
}

}  // namespace tfprof
