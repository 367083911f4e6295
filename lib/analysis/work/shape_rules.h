// SPDX-License-Identifier: Apache-2.0
// The shape of output 0 of an operation by those of its inputs: a table with a
// row a type (shape_rules.cc).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/work/op_call.h"
#include "model/graph.h"

namespace tfprof {

// What a rule sees. A dimension that is not known is -1.
struct ShapeQuestion {
  static constexpr uint32_t kNone = UINT32_MAX;

  const Graph& graph;
  uint32_t node;
  std::vector<ShapeView> inputs;  // of data inputs
  std::vector<uint32_t> sources;  // the nodes they come from, or kNone

  // The values of an input that is a constant of whole numbers, if all of them
  // are known.
  std::optional<std::vector<int64_t>> ValuesOf(size_t input) const;

  bool IsTrue(std::string_view attr) const {
    return graph.AttrOf(node, attr) == "true";
  }

  std::vector<int64_t> Numbers(std::string_view attr) const;
  int64_t Number(std::string_view attr, int64_t otherwise = 0) const;
};

using InferredShape = std::optional<std::vector<int64_t>>;

using ShapeRule = InferredShape (*)(const ShapeQuestion& question);

// Of an operation type, or null.
ShapeRule FindShapeRule(std::string_view type);

}  // namespace tfprof
