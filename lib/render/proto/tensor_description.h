// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tfprof {

// A serialized TensorDescription in protobuf's text form, without quotes. Skips
// damaged parts.
std::string TensorDescriptionText(std::string_view bytes);

}  // namespace tfprof
