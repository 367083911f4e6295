// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

  // A placeholder `x` and a variable `w` of these shapes.
  void AddInputs(const std::vector<int64_t>& x, const std::vector<int64_t>& w) {
    NodeDetail of_x, of_w;
    of_x.shape = ShapeRecord{x};
    of_w.shape = ShapeRecord{w};
    Add("x", "Placeholder", {}, of_x);
    Add("w", "VariableV2", {}, of_w);
  }

  Graph Finish() { return std::move(builder_.Finish()[0]); }

 private:
  GraphBuilder builder_;
};

}  // namespace tfprof
