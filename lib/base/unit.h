// SPDX-License-Identifier: Apache-2.0
// Units of measures, columns and flags.
#pragma once

#include <cstdint>

namespace tfprof {

enum class Unit : uint8_t {
  kNone,    // text, and plain numbers
  kCount,   // a count, shown with prefixes of thousands if it is large
  kMicros,  // times
  kNanos,   // time in ns
  kBytes,
  kShare,  // of 1
  kDepth,  // depth of the row's name, shown to people as indentation
};

}  // namespace tfprof
