// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace tfprof {

// "float" of DataType 1, "float_ref" of 101, "INVALID" of 0.
std::string DtypeName(int32_t dtype);

}  // namespace tfprof
