// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <google/protobuf/message.h>

namespace tfprof {

// Bytes of a valid message, a little different from that of `bytes`, or a new
// one where those are none: fields are set, cleared, doubled or swapped at any
// depth. `message` is of the type that is meant, and lost.
std::string MutateMessage(google::protobuf::Message& message,
                          std::string_view bytes, uint64_t seed);

}  // namespace tfprof
