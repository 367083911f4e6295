// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tfprof {

// An entry of a map with numbers as keys. Either field may be missing or come
// first; the map's type tells which of `number` and `bytes` is the value.
struct MapEntry {
  int64_t key = 0;
  int64_t number = 0;
  std::string_view bytes;
};

// Throws protozero::exception on damage.
MapEntry ReadMapEntry(std::string_view bytes);

}  // namespace tfprof
