// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/hlo_convolution.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace tfprof {

namespace {

using Wide = __int128;

Wide FloorOf(Wide a, Wide b) {
  const Wide quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

// x in [0, modulus) with factor * x = 1 modulo `modulus`, for numbers without a
// common factor.
Wide InverseOf(Wide factor, Wide modulus) {
  Wide left = factor % modulus, right = modulus, x = 1, y = 0;
  while (right != 0) {
    const Wide times = left / right;
    left = std::exchange(right, left - times * right);
    x = std::exchange(y, x - times * y);
  }
  return (x % modulus + modulus) % modulus;
}

std::optional<int64_t> DimAt(std::span<const int64_t> dims, int64_t index) {
  if (index < 0 || static_cast<uint64_t>(index) >= dims.size()) {
    return std::nullopt;
  }
  const int64_t dim = dims[static_cast<size_t>(index)];
  return dim < 0 ? std::nullopt : std::optional(dim);
}

Count UnknownWindow() { return Count::Unknown(Count::Missing::kWindow); }

}  // namespace

int64_t TapsOf(int64_t outputs, int64_t stride, int64_t start, int64_t dilation,
               int64_t inputs) {
  if (outputs <= 0 || inputs <= 0) return 0;
  const Wide last = Wide{dilation} * (inputs - 1);
  const Wide low = std::max<Wide>(0, -FloorOf(start, stride));
  const Wide high = std::min<Wide>(outputs - 1, FloorOf(last - start, stride));
  if (high < low) return 0;
  if (dilation == 1) return static_cast<int64_t>(high - low + 1);
  const int64_t common = std::gcd(stride, dilation);
  if (start % common != 0) return 0;
  // Each `period`-th output falls on an input.
  const Wide period = dilation / common;
  Wide first = 0;
  if (period > 1) {
    const Wide rest = ((-Wide{start} / common) % period + period) % period;
    first = rest * InverseOf(stride / common, period) % period;
  }
  const Wide begin = low + ((first - low) % period + period) % period;
  return begin > high ? 0 : static_cast<int64_t>((high - begin) / period + 1);
}

Count ConvolutionFloatOps(const HloProgram& program, const HloSizes& sizes,
                          const HloProgram::Operation& operation,
                          const ConvolutionShapes& shapes,
                          int64_t& steps_left) {
  using Operation = HloProgram::Operation;
  const auto input = sizes.DimsOf(shapes.input);
  const auto kernel = sizes.DimsOf(shapes.kernel);
  const auto output = sizes.DimsOf(shapes.output);
  const auto number = [&](const HloProgram::Range& range, uint32_t index) {
    return index < range.end - range.first
               ? program.numbers[range.first + index]
               : int64_t{-1};
  };
  Count spatial = 1;
  const uint32_t dims = (operation.window.end - operation.window.first) /
                        Operation::kWindowNumbers;
  for (uint32_t k = 0; k < dims; ++k) {
    const int64_t* const window =
        &program
             .numbers[operation.window.first + k * Operation::kWindowNumbers];
    const auto size = DimAt(kernel, number(operation.kernel_spatial, k));
    const auto outputs = DimAt(output, number(operation.output_spatial, k));
    const auto inputs = DimAt(input, number(operation.input_spatial, k));
    const int64_t stride = window[Operation::kStride];
    const int64_t spread = window[Operation::kWindowDilation];
    const int64_t dilation = window[Operation::kBaseDilation];
    if (!size || !outputs || !inputs || stride <= 0 || dilation <= 0) {
      return UnknownWindow();
    }
    if (*size > steps_left) return Count::Unknown(Count::Missing::kTooLarge);
    steps_left -= *size;
    Count taps = 0;
    for (int64_t at = 0; at < *size; ++at) {
      const Count start = Count(at) * spread - window[Operation::kPaddingLow];
      if (!start.is_known()) return start;
      taps = taps + TapsOf(*outputs, stride, start.value(), dilation, *inputs);
    }
    spatial = spatial * taps;
  }
  const auto features = DimAt(input, operation.input_feature);
  const auto results = DimAt(output, operation.output_feature);
  const auto batch = DimAt(input, operation.input_batch);
  if (!features || !results || !batch) return UnknownWindow();
  const int64_t groups =
      operation.feature_groups > 0 ? operation.feature_groups : 1;
  const int64_t batches =
      operation.batch_groups > 0 ? operation.batch_groups : 1;
  return Count(2) * (*features / groups) * *results * (*batch / batches) *
         spatial;
}

}  // namespace tfprof
