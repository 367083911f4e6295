// SPDX-License-Identifier: Apache-2.0
// Graphs whose shapes are inferred.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/work/infer_shapes.h"
#include "support/graph_maker.h"

namespace tfprof {

// A vector, or a scalar, of numbers that the graph holds.
inline void AddNumbers(GraphMaker& maker, const std::string& name,
                       const Dims& dims, std::vector<int64_t> values) {
  Constant constant;
  constant.is_decodable = true;
  constant.elements = static_cast<int64_t>(values.size());
  constant.head.dims = dims;
  constant.head.values = std::move(values);
  maker.Add(name.c_str(), "Const", {}, {.value = &constant});
}

inline Dims ShapeNamed(const Graph& graph, const InferredShapes& shapes,
                       std::string_view name, size_t output = 0) {
  for (uint32_t node = 0; node < graph.size(); ++node) {
    if (graph.NameOf(node) != name) continue;
    const ShapeView shape = shapes.ShapeOf(node, output);
    return Dims(shape.dims.begin(), shape.dims.end());
  }
  return {};
}

}  // namespace tfprof
