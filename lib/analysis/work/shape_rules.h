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
  // By input, the numbers in it as far as the graph tells; null for most. See
  // ContentOf.
  std::vector<const Dims*> contents = {};

  // Nothing if the input does not exist or has no rank.
  std::optional<Dims> DimsOf(size_t input) const;

  // The values of an integer input, if all are known.
  std::optional<Dims> ValuesOf(size_t input) const;

  // The same of sizes, some of which may be kUnknownDim.
  std::optional<Dims> SizesOf(size_t input) const;

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

// The number of outputs of Split, SplitV and Unpack; 1 for other types.
size_t ListedOutputs(const Graph& graph, uint32_t node);

// The shape of another output of these, given that of output 0.
InferredShape ShapeOfOther(const ShapeQuestion& question, const Dims& first,
                           size_t output);

// A number that is not known until the graph runs.
inline constexpr int64_t kUnknownNumber = INT64_MIN;

// The numbers in output 0 of a node as far as the graph tells: of a tensor's
// Shape, and of what is made of shapes and constants. Nothing for other types.
std::optional<Dims> ContentOf(const ShapeQuestion& question);

namespace shape_rules {

// The index of an axis, from the back if below 0; nothing if out of range.
std::optional<size_t> AxisOf(int64_t axis, size_t rank);

}  // namespace shape_rules

}  // namespace tfprof
