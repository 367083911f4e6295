// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace tfprof {

// The length of the common prefix of two texts; the first `known` bytes are
// known to be equal.
inline size_t CommonPrefix(std::string_view a, std::string_view b,
                           size_t known = 0) {
  constexpr size_t kStep = 8;
  const size_t most = std::min(a.size(), b.size());
  size_t at = known;
  while (at + kStep <= most &&
         std::memcmp(a.data() + at, b.data() + at, kStep) == 0) {
    at += kStep;
  }
  while (at < most && a[at] == b[at]) ++at;
  return at;
}

}  // namespace tfprof
