// SPDX-License-Identifier: Apache-2.0
// Facts from the defined graph about nodes, whether they ran or not.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/work/op_call.h"
#include "base/table_index.h"
#include "model/graph.h"

namespace tfprof {

// Nodes outside of functions by name; of equal names the first. REQUIRES: the
// graph outlives this.
class DefinedNodes {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit DefinedNodes(const Graph& graph);

  // The source of a data input.
  struct Source {
    uint32_t node = kNone;
    size_t output = 0;
  };

  std::vector<Source> SourcesOf(uint32_t node) const;

  // The index of the node in the graph, or kNone.
  uint32_t Find(std::string_view name) const;

  std::string_view TypeOf(uint32_t node) const { return graph_.OpOf(node); }

  OpAttrs AttrsOf(uint32_t node) const;

  // The shape of an output: from `_output_shapes`, a constant's value, the
  // attribute of a variable or placeholder, or through nodes that return their
  // first input. Without a rank if it is unknown.
  ShapeView ShapeOf(std::string_view node, int64_t output) const;

 private:
  ShapeView OwnShape(uint32_t node, int64_t output) const;
  ShapeView DeclaredShape(uint32_t node, int64_t output) const;

  const Graph& graph_;
  TableIndex nodes_;  // of the graph, by name: the first of a name
};

}  // namespace tfprof
