// SPDX-License-Identifier: Apache-2.0
// Shapes of a graph that has not run: what it tells, what was given for its
// inputs, and what follows from these for operations whose rule is known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/work/op_call.h"
#include "base/error.h"
#include "model/graph.h"

namespace tfprof {

// By node name: the shape of output 0 of an input of the graph.
using GivenShapes = std::map<std::string, Dims, std::less<>>;

class InferredShapes {
 public:
  // Fails with kInvalidArgument where what was given contradicts the graph, or
  // names a node that it does not have.
  static Result<InferredShapes> Of(const Graph& graph,
                                   const GivenShapes& given);

  // Of a node outside of functions.
  ShapeView ShapeOf(uint32_t node, size_t output) const;

  // How many outputs of a node anything is known of; at least 1.
  size_t OutputsOf(uint32_t node) const { return outputs_[node].size(); }

 private:
  std::vector<std::vector<std::optional<Dims>>> outputs_;  // by node
};

}  // namespace tfprof
