// SPDX-License-Identifier: Apache-2.0
// The edges of a drawing, in compact form, since a graph may have far more
// edges than nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/lists.h"
#include "model/graph.h"
#include "view/drawing.h"

namespace tfprof {

// Maps inputs to the nodes of a graph that they name. REQUIRES: the graph
// outlives it.
class InputSources {
 public:
  explicit InputSources(const Graph& graph);

  // The node that an input names, or Drawing::kNone.
  uint32_t Of(StringId input) const { return source_of_[input.value]; }

  // Calls take(source, input) with each node that `node` reads.
  template <typename Take>
  void Each(uint32_t node, const Take& take) const {
    for (const StringId input : graph_.inputs[node]) {
      const uint32_t source = Of(input);
      if (source != Drawing::kNone) take(source, input);
    }
  }

  // The nodes that read each node.
  Lists<uint32_t> FindUsers() const;

  // The number of inputs that name missing nodes.
  size_t CountMissing() const;

 private:
  const Graph& graph_;
  std::vector<uint32_t> source_of_;  // by StringId of an input
};

// A shape such as "2x?"; empty if it is unknown.
std::string TextOfShape(const Graph& graph, uint32_t node, int64_t output);

// Connects the items of a drawing: `item_of` maps each node of the graph to its
// item, or to Drawing::kNone. If there are more than `most` edges, those that
// stand for the fewest edges of the graph are left out.
void ConnectItems(const Graph& graph, const InputSources& sources,
                  const std::vector<uint32_t>& item_of, size_t most,
                  Drawing& drawing);

}  // namespace tfprof
