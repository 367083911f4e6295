// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/handle_bytes.h"

#include <optional>

#include "model/dtype.h"

namespace tfprof {

namespace {

std::optional<int64_t> HandleBytes(int32_t dtype, const ShapeRecord& shape) {
  if (shape.unknown_rank()) return std::nullopt;
  int64_t bytes = DtypeBytes(dtype);
  if (bytes == 0) return std::nullopt;
  for (const int64_t dim : shape.dims()) {
    if (dim < 0 || __builtin_mul_overflow(bytes, dim, &bytes)) {
      return std::nullopt;
    }
  }
  return bytes;
}

}  // namespace

void HandleBytesSink::AddNode(const NodeDefinition& node) {
  if (node.op != kHandle || !node.detail->shape) return;
  const auto bytes = HandleBytes(node.detail->dtype, *node.detail->shape);
  if (bytes) bytes_.insert({std::string(node.name), *bytes});
}

}  // namespace tfprof
