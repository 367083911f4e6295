// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/forwarding_sink.h"

namespace tfprof {

// Passes on defined graphs but not graphs that ran in a step, which readers
// give to all sinks if one of them wants them.
class DefinedGraphs final : public ForwardingSink {
 public:
  using ForwardingSink::ForwardingSink;

  void BeginGraph(const GraphRecord& graph) override {
    is_defined_ = graph.origin == GraphRecord::Origin::kDefined;
    if (is_defined_) ForwardingSink::BeginGraph(graph);
  }

  void AddNode(const NodeDefinition& node) override {
    if (is_defined_) ForwardingSink::AddNode(node);
  }

  void BeginFunction(const FunctionRecord& function) override {
    if (is_defined_) ForwardingSink::BeginFunction(function);
  }

  void AddFunctionNode(const NodeDefinition& node) override {
    if (is_defined_) ForwardingSink::AddFunctionNode(node);
  }

 private:
  bool is_defined_ = true;
};

}  // namespace tfprof
