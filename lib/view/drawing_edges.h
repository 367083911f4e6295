// SPDX-License-Identifier: Apache-2.0
// The edges of a drawing. A graph may have far more edges than nodes: little is
// kept of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/lists.h"
#include "model/graph.h"
#include "view/drawing.h"

namespace tfprof {

// Which nodes of a graph read which. REQUIRES: the graph outlives it.
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

  // Inputs that name nodes that do not exist.
  size_t CountMissing() const;

 private:
  const Graph& graph_;
  std::vector<uint32_t> source_of_;  // by StringId of an input
};

// As "2x?", empty if it is not known.
std::string TextOfShape(const Graph& graph, uint32_t node, int64_t output);

// Makes the edges of a drawing that has its nodes: `item_of` is the one that
// stands for each node of the graph, or Drawing::kNone. Of more edges than
// `most` those that stand for the fewest are left out.
void ConnectItems(const Graph& graph, const InputSources& sources,
                  const std::vector<uint32_t>& item_of, size_t most,
                  Drawing& drawing);

}  // namespace tfprof
