// SPDX-License-Identifier: Apache-2.0
// Tables with a row for each enumerator of an enum, checked at compile time, so
// no row is missing or out of place.
#pragma once

#include <cstddef>

namespace tfprof {

// True if `rows` are those of the first `count` enumerators, in order.
template <typename Row, size_t size, typename Key>
constexpr bool IsKeyedBy(const Row (&rows)[size], Key Row::*key, size_t count) {
  if (size != count) return false;
  for (size_t i = 0; i < size; ++i) {
    if (rows[i].*key != static_cast<Key>(i)) return false;
  }
  return true;
}

// True if `rows` are those of the first `count` enumerators, in any order.
template <typename Row, size_t size, typename Key>
constexpr bool HasEachOf(const Row (&rows)[size], Key Row::*key, size_t count) {
  if (size != count) return false;
  for (size_t wanted = 0; wanted < count; ++wanted) {
    bool is_there = false;
    for (const Row& row : rows) {
      is_there = is_there || row.*key == static_cast<Key>(wanted);
    }
    if (!is_there) return false;
  }
  return true;
}

}  // namespace tfprof
