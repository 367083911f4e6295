// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tfprof {

// For maps with integer keys. The standard's hash is the number itself, and a
// table that takes its lowest bits for a place puts keys that differ in higher
// ones only into the same: pairs packed into one number, for example.
struct IntHash {
  size_t operator()(uint64_t key) const {
    key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
    key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
    return key ^ (key >> 31);
  }
};

}  // namespace tfprof
