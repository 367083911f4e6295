// SPDX-License-Identifier: Apache-2.0
// Shapes of a graph that has not run: those in the graph, those given for its
// inputs, and those inferred by the rules of operations.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analysis/work/op_call.h"
#include "base/error.h"
#include "base/lists.h"
#include "base/table_index.h"
#include "model/graph.h"

namespace tfprof {

// By name of an input node: the shape of its output 0.
using GivenShapes = std::map<std::string, Dims, std::less<>>;

// Each shape once: most are those of their inputs.
class ShapePool {
 public:
  static constexpr uint32_t kUnknown = UINT32_MAX;

  uint32_t Intern(std::span<const int64_t> dims);

  // Without a rank of kUnknown.
  ShapeView operator[](uint32_t shape) const {
    if (shape == kUnknown) return {};
    return {shapes_[shape], true};
  }

  // Dimensions of all shapes.
  size_t dims() const { return dims_; }

 private:
  Lists<int64_t> shapes_;
  TableIndex index_;
  size_t dims_ = 0;
};

class InferredShapes {
 public:
  // Fails with kInvalidArgument if given shapes contradict the graph or name a
  // node that does not exist, and with kLimit if so many different shapes have
  // so many dimensions as no model has.
  static Result<InferredShapes> Of(const Graph& graph,
                                   const GivenShapes& given);

  // REQUIRES: the node is outside of functions.
  ShapeView ShapeOf(uint32_t node, size_t output) const;

  // The number of outputs about which something is known; at least 1.
  size_t OutputsOf(uint32_t node) const {
    return first_[node + 1] - first_[node];
  }

 private:
  friend class Inference;

  explicit InferredShapes(const Graph& graph);

  ShapePool shapes_;
  std::vector<size_t> first_;      // the first output of each node, and the end
  std::vector<uint32_t> outputs_;  // a shape, or kUnknown
};

}  // namespace tfprof
