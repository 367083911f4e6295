// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tfprof {

// An entry of a map with number keys. Either field may be missing or come
// first; the type of the map tells whether `number` or `bytes` is the value.
struct MapEntry {
  int64_t key = 0;
  int64_t number = 0;
  std::string_view bytes;
};

// Throws protozero::exception on damage.
MapEntry ReadMapEntry(std::string_view bytes);

}  // namespace tfprof
