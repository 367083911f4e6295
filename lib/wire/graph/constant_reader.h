// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model/constant.h"

namespace tfprof {

// Reads a TensorProto. Throws protozero's exceptions.
Constant ReadConstant(std::string_view tensor);

}  // namespace tfprof
