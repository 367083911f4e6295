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

void WorkSources::AddNode(const NodeDefinition& node) {
  if (is_wanted_) graph_.AddNode(node);
}

void WorkSources::BeginFunction(const FunctionRecord& function) {
  if (is_wanted_) graph_.BeginFunction(function);
}

void WorkSources::AddFunctionNode(const NodeDefinition& node) {
  if (is_wanted_) graph_.AddFunctionNode(node);
}

std::optional<Graph> WorkSources::FinishGraph() {
  std::vector<Graph> graphs = graph_.Finish();
  if (graphs.empty() || graphs.front().size() == 0) return std::nullopt;
  return std::move(graphs.front());
}

}  // namespace tfprof
