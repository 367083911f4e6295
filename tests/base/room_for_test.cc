// SPDX-License-Identifier: Apache-2.0
#include "base/room_for.h"

#include <vector>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("room is made for many items at once, and for few as lists grow") {
  std::vector<int> list{1};
  MakeRoomFor(999, list);
  CHECK(list.capacity() == 1000);
  CHECK(list == std::vector<int>{1});
  list.resize(1000);
  MakeRoomFor(1, list);
  CHECK(list.capacity() == 1000);
}

}  // namespace tfprof
