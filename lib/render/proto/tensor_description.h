// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tfprof {

// A serialized TensorDescription in the text form of protobuf, without quotes.
// What is damaged is left out.
std::string TensorDescriptionText(std::string_view bytes);

}  // namespace tfprof
