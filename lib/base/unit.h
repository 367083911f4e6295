// SPDX-License-Identifier: Apache-2.0
// What a number counts: of measures, columns and flags.
#pragma once

#include <cstdint>

namespace tfprof {

enum class Unit : uint8_t {
  kNone,    // text, and numbers as they are
  kCount,   // how many there are: in thousands of thousands if they are many
  kMicros,  // times
  kNanos,   // the same in ns
  kBytes,
  kShare,  // of 1
  kDepth,  // how deep the row's name stands, which people see by indentation
};

}  // namespace tfprof
