// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace tfprof {

// A tensor of a checkpoint, row-major. Tensors of unsupported types have no
// values.
struct Tensor {
  int32_t dtype = 0;  // number in DataType
  std::vector<int64_t> dims;
  std::variant<std::monostate, std::vector<double>, std::vector<int64_t>,
               std::vector<std::string>>
      values;
};

}  // namespace tfprof
