// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace tfprof {

// Makes room for `more` items if they are most of what the list will have, so
// that it does not grow to twice its size on the way there.
template <typename T>
void MakeRoomFor(size_t more, std::vector<T>& list) {
  const size_t size = list.size() + more;
  if (size > 2 * list.capacity()) list.reserve(size);
}

}  // namespace tfprof
