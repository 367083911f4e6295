// SPDX-License-Identifier: Apache-2.0
// What the graph that was defined tells of its nodes without having run.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <tsl/robin_map.h>

#include "analysis/work/op_call.h"
#include "model/graph.h"

namespace tfprof {

// Nodes outside of functions, by name: the first of a name counts. REQUIRES:
// the graph outlives it.
class DefinedNodes {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit DefinedNodes(const Graph& graph);

  // Where a data input comes from.
  struct Source {
    uint32_t node = kNone;
    size_t output = 0;
  };

  std::vector<Source> SourcesOf(uint32_t node) const;

  // Its place in the graph, or kNone.
  uint32_t Find(std::string_view name) const;

  std::string_view TypeOf(uint32_t node) const { return graph_.OpOf(node); }

  OpAttrs AttrsOf(uint32_t node) const;

  // The shape of an output: by `_output_shapes`, the value of a constant, the
  // attribute of a variable or a placeholder, or through nodes that pass their
  // first input on. Without a rank if nothing tells it.
  ShapeView ShapeOf(std::string_view node, int64_t output) const;

 private:
  ShapeView OwnShape(uint32_t node, int64_t output) const;

  const Graph& graph_;
  tsl::robin_map<std::string_view, uint32_t> node_of_;
};

}  // namespace tfprof
