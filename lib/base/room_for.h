// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace tfprof {

// Reserves room for `more` items if they are most of the final list, so it does
// not double its capacity while it grows.
template <typename T>
void MakeRoomFor(size_t more, std::vector<T>& list) {
  const size_t size = list.size() + more;
  if (size > 2 * list.capacity()) list.reserve(size);
}

}  // namespace tfprof
