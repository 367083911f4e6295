// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model/constant.h"

namespace tfprof {

// A TensorProto. Throws what protozero throws.
Constant ReadConstant(std::string_view tensor);

}  // namespace tfprof
