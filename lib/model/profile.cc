// SPDX-License-Identifier: Apache-2.0
#include "model/profile.h"

#include <algorithm>

#include "base/numbers.h"

namespace tfprof {

NodeId Profile::FindNode(std::string_view name) const {
  const auto found = std::lower_bound(
      nodes.name.begin(), nodes.name.end(), name,
      [&](StringId a, std::string_view b) { return strings[a] < b; });
  if (found == nodes.name.end() || strings[*found] != name) return NodeId();
  return NodeId(static_cast<size_t>(found - nodes.name.begin()));
}

std::span<const int64_t> InputShape(const Profile& profile,
                                    const InputEdge& input) {
  if (!input.source.valid()) return {};
  for (const OutputShape& shape :
       profile.nodes.output_shapes[input.source.value]) {
    if (shape.output == input.output) {
      return profile.nodes.output_dims[shape.dims];
    }
  }
  return {};
}

bool IsIncompleteShape(std::span<const int64_t> shape) {
  return std::any_of(shape.begin(), shape.end(),
                     [](int64_t dim) { return dim < 0; });
}

int64_t ParameterCount(std::span<const int64_t> shape) {
  if (shape.empty() || IsIncompleteShape(shape)) return 0;
  int64_t count = 1;
  for (const int64_t dim : shape) count = WrapMultiply(count, dim);
  return count;
}

}  // namespace tfprof
