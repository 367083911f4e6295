// SPDX-License-Identifier: Apache-2.0
// The allowed cost of an input: memory and time in proportion to its size.
#pragma once

#include <cstdint>
#include <string_view>

#include "fuzz/fuzz.h"

namespace tfprof {

// A clock says something else every time; tests do without it.
enum class FuzzTime : uint8_t { kFree, kLimited };

// Runs the target. Throws std::runtime_error if it throws, if it held more than
// 256 MB and 16 times the input on the heap at a time, or, with kLimited, if it
// took more of the processor than an input of that size can need. Compressed
// input counts as the most that is decompressed of it.
void RunInProportion(const FuzzTarget& target, std::string_view bytes,
                     FuzzTime time);

}  // namespace tfprof
