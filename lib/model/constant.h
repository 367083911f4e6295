// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/tensor.h"

namespace tfprof {

// A TensorProto of which only the first values are looked at. It is decodable
// when its type is known, its shape is, and content of fixed size fits.
struct Constant {
  // Kept in `head`, at most: numbers enough for the padding of four dimensions.
  static constexpr size_t kValues = 8;
  static constexpr size_t kTexts = 3;

  bool is_decodable = false;
  int64_t elements = 0;  // by the shape; 1 of a scalar
  Tensor head;           // type, dimensions and the first values
};

}  // namespace tfprof
