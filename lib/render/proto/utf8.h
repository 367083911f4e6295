// SPDX-License-Identifier: Apache-2.0
// TensorFlow loads no message with a text that is not UTF-8. Names may hold
// anything, so what is not is written as \xNN: names that differ stay so.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace google::protobuf {
class Descriptor;
}

namespace tfprof {

// A serialized message of this type with its texts in UTF-8, at any depth;
// nothing if they are already. Fields that the type does not have stay.
std::optional<std::string> MendedTexts(
    std::string_view message, const google::protobuf::Descriptor& type);

}  // namespace tfprof
