// SPDX-License-Identifier: Apache-2.0
// TensorFlow does not load messages with invalid UTF-8, but names may hold any
// bytes. Invalid bytes are written as \xNN, so names stay distinct.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace google::protobuf {
class Descriptor;
}

namespace tfprof {

// The message with all its texts in valid UTF-8; nothing if they are already.
// Keeps fields that `type` does not have.
std::optional<std::string> MendedTexts(
    std::string_view message, const google::protobuf::Descriptor& type);

}  // namespace tfprof
