// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/tensor.h"

namespace tfprof {

// A TensorProto of which only the first values are read. It is decodable if its
// type and shape are known and content of fixed size fits.
struct Constant {
  // The most values in `head`: enough numbers for the padding of four
  // dimensions.
  static constexpr size_t kValues = 8;
  static constexpr size_t kTexts = 3;

  bool is_decodable = false;
  int64_t elements = 0;  // from the shape; 1 for a scalar
  Tensor head;           // type, dimensions and the first values
};

}  // namespace tfprof
