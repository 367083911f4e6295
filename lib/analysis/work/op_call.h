// SPDX-License-Identifier: Apache-2.0
// The arguments of a formula: shapes of an execution, in and out, and
// attributes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/work/count.h"
#include "analysis/work/op_attrs.h"

namespace tfprof {

inline constexpr int64_t kUnknownDim = -1;

// TensorFlow makes no tensor of more dimensions. The shape of one that says so
// is not known, since each user of it would go through them.
inline constexpr size_t kMostDims = 254;

// Dimensions of a tensor, of which some may be kUnknownDim.
using Dims = std::vector<int64_t>;

// Borrowed dimensions. One below 0 is unknown; without `has_rank` all are.
struct ShapeView {
  std::span<const int64_t> dims;
  bool has_rank = false;

  bool is_known() const {
    return has_rank && std::all_of(dims.begin(), dims.end(),
                                   [](int64_t d) { return d >= 0; });
  }
};

// The number of elements; 1 without dimensions.
inline Count Elements(std::span<const int64_t> dims) {
  Count product = 1;
  for (const int64_t dim : dims) product = product * dim;
  return product;
}

struct OpCall {
  std::span<const ShapeView> inputs;
  std::span<const ShapeView> outputs;
  const OpAttrs& attrs;

  // Elements of an input or an output.
  Count In(uint32_t input = 0) const { return InPart(input, 0, SIZE_MAX); }

  Count Out(uint32_t output = 0) const { return OutPart(output, 0, SIZE_MAX); }

  // The product of the dimensions [first, end) of an input, as far as they
  // exist.
  Count InPart(uint32_t input, size_t first, size_t end) const {
    if (input >= inputs.size() || !inputs[input].is_known()) {
      return Count::Unknown(Count::Missing::kInputShape, input);
    }
    return Part(inputs[input], first, end);
  }

  Count OutPart(uint32_t output, size_t first, size_t end) const {
    if (output >= outputs.size() || !outputs[output].is_known()) {
      return Count::Unknown(Count::Missing::kOutputShape, output);
    }
    return Part(outputs[output], first, end);
  }

  // All dimensions but the last.
  Count InButLast(uint32_t input) const {
    return InPart(input, 0, input < inputs.size() ? Last(inputs[input]) : 0);
  }

  Count OutButLast(uint32_t output) const {
    return OutPart(output, 0,
                   output < outputs.size() ? Last(outputs[output]) : 0);
  }

  // A dimension of an input; if `dim` is below 0, from the back.
  Count InDim(uint32_t input, int dim) const {
    const Count all = In(input);
    if (!all.is_known()) return all;
    const auto dims = inputs[input].dims;
    const int at = dim < 0 ? static_cast<int>(dims.size()) + dim : dim;
    if (at < 0 || static_cast<size_t>(at) >= dims.size()) {
      return Count::Unknown(Count::Missing::kRank);
    }
    return dims[static_cast<size_t>(at)];
  }

 private:
  static size_t Last(const ShapeView& shape) {
    return shape.dims.empty() ? 0 : shape.dims.size() - 1;
  }

  static Count Part(const ShapeView& shape, size_t first, size_t end) {
    const size_t size = shape.dims.size();
    first = std::min(first, size);
    return Elements(shape.dims.subspan(first, std::min(end, size) - first));
  }
};

}  // namespace tfprof
