// SPDX-License-Identifier: Apache-2.0
// Shapes of a graph that has not run: those in the graph, those given for its
// inputs, and those inferred by the rules of operations.
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

// By name of an input node: the shape of its output 0.
using GivenShapes = std::map<std::string, Dims, std::less<>>;

class InferredShapes {
 public:
  // Fails with kInvalidArgument if given shapes contradict the graph or name a
  // node that does not exist.
  static Result<InferredShapes> Of(const Graph& graph,
                                   const GivenShapes& given);

  // REQUIRES: the node is outside of functions.
  ShapeView ShapeOf(uint32_t node, size_t output) const;

  // The number of outputs about which something is known; at least 1.
  size_t OutputsOf(uint32_t node) const { return outputs_[node].size(); }

 private:
  std::vector<std::vector<std::optional<Dims>>> outputs_;  // by node
};

}  // namespace tfprof
