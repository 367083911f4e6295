// SPDX-License-Identifier: Apache-2.0
// The shape of output 0 of an operation from those of its inputs: a table with
// a row per type (shape_rules.cc).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/work/op_call.h"
#include "model/graph.h"

namespace tfprof {

// The arguments of a rule.
struct ShapeQuestion {
  const Graph& graph;
  uint32_t node;
  std::vector<ShapeView> inputs;  // of data inputs
  std::vector<uint32_t> sources;  // the nodes they come from (DefinedNodes)

  // Nothing if the input does not exist or has no rank.
  std::optional<Dims> DimsOf(size_t input) const;

  // The values of a constant integer input, if all are known.
  std::optional<Dims> ValuesOf(size_t input) const;

  bool IsTrue(std::string_view attr) const {
    return graph.AttrOf(node, attr) == "true";
  }

  std::vector<int64_t> Numbers(std::string_view attr) const;
  int64_t Number(std::string_view attr, int64_t otherwise = 0) const;
};

using InferredShape = std::optional<Dims>;

using ShapeRule = InferredShape (*)(const ShapeQuestion& question);

// The rule of an operation type, or null.
ShapeRule FindShapeRule(std::string_view type);

}  // namespace tfprof
