// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tfprof {

// An entry of a map with numbers as keys. Either field may be missing or come
// first; of the two members for the value one is meant.
struct MapEntry {
  int64_t key = 0;
  int64_t number = 0;
  std::string_view bytes;
};

// Throws protozero::exception on damage.
MapEntry ReadMapEntry(std::string_view bytes);

}  // namespace tfprof
