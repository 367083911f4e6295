// SPDX-License-Identifier: Apache-2.0
#include "report/graph_summary.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/strings.h"
#include "model/dtype.h"

namespace tfprof {

int64_t VariableParameters(const Graph& graph, uint32_t node) {
  const Graph::Shape& shape = graph.shape[node];
  if (!shape.is_given || shape.unknown_rank) return -1;
  int64_t count = 1;
  for (const int64_t dim : graph.shape_dims[shape.dims]) {
    if (dim < 0 || __builtin_mul_overflow(count, dim, &count)) return -1;
  }
  return count;
}

std::string ShapeText(const Graph& graph, uint32_t node) {
  const Graph::Shape& shape = graph.shape[node];
  if (!shape.is_given) return "None";
  const auto dims = graph.shape_dims[shape.dims];
  if (shape.unknown_rank) {
    return dims.empty() ? "<unknown>" : "an unknown rank with dimensions";
  }
  constexpr size_t kMostDims = 254;
  if (dims.size() > kMostDims) return "more than 254 dimensions";
  int64_t elements = 1;
  std::string text;
  for (const int64_t dim : dims) {
    if (dim < -1) return fmt::format("a dimension of {}", dim);
    if (dim > 0 && __builtin_mul_overflow(elements, dim, &elements)) {
      return "more elements than can be counted";
    }
    if (!text.empty()) text += ',';
    text += dim < 0 ? "?" : fmt::format("{}", dim);
  }
  return fmt::format("[{}]", text);
}

}  // namespace tfprof
