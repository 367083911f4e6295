// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

namespace tfprof {

// The effective entries of a protobuf map, which come in any order and may
// repeat a key: the last one of each key, sorted by key. `key` is a member or a
// function of an entry.
template <typename T, typename Key>
std::vector<T> MapEntries(std::span<const T> entries, Key key) {
  std::vector<T> sorted(entries.begin(), entries.end());
  const auto is_out_of_order = [&](const T& a, const T& b) {
    return !(std::invoke(key, a) < std::invoke(key, b));
  };
  if (std::adjacent_find(sorted.begin(), sorted.end(), is_out_of_order) ==
      sorted.end()) {
    return sorted;
  }
  std::ranges::stable_sort(sorted, {}, key);
  size_t kept = 0;
  for (size_t i = 0; i < sorted.size(); ++i) {
    const bool is_last =
        i + 1 == sorted.size() ||
        std::invoke(key, sorted[i]) != std::invoke(key, sorted[i + 1]);
    if (is_last) sorted[kept++] = sorted[i];
  }
  sorted.resize(kept);
  return sorted;
}

}  // namespace tfprof
