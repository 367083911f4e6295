// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "model/graph.h"

namespace tfprof {

// A graph of nodes that GraphBuilder is told of.
class GraphMaker {
 public:
  GraphMaker() { builder_.BeginGraph({}); }

  void Add(const char* name, const char* op,
           const std::vector<std::string_view>& inputs, NodeDetail detail,
           const std::vector<ShapeRecord>& output_shapes = {}) {
    builder_.AddNode({.name = name,
                      .op = op,
                      .inputs = inputs,
                      .output_shapes = output_shapes,
                      .detail = &detail});
  }

  Graph Finish() { return std::move(builder_.Finish()[0]); }

 private:
  GraphBuilder builder_;
};

}  // namespace tfprof
