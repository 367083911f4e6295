// SPDX-License-Identifier: Apache-2.0
#include "base/small_vector.h"

#include <cstdint>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

using Items = std::vector<int64_t>;

Items ItemsOf(const SmallVector<int64_t, 2>& list) {
  return {list.begin(), list.end()};
}

}  // namespace

TEST_CASE("a small list holds as many items as it is given, in order") {
  SmallVector<int64_t, 2> list;
  Items all;
  for (int64_t i = 0; i < 9; ++i) {
    CHECK(ItemsOf(list) == all);
    list.insert(list.size() / 2, i);
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), i);
  }
  CHECK(ItemsOf(list) == all);
}

TEST_CASE("small lists are copied and moved, wherever their items lie") {
  for (const size_t size : {0, 2, 7}) {
    SmallVector<int64_t, 2> list;
    Items all;
    for (size_t i = 0; i < size; ++i) {
      list.push_back(static_cast<int64_t>(i));
      all.push_back(static_cast<int64_t>(i));
    }
    SmallVector<int64_t, 2> copy(list);
    SmallVector<int64_t, 2> other;
    other.push_back(5);
    other = list;
    CHECK(ItemsOf(copy) == all);
    CHECK(ItemsOf(other) == all);
    CHECK(ItemsOf(SmallVector<int64_t, 2>(std::move(list))) == all);
    copy = std::move(other);
    CHECK(ItemsOf(copy) == all);
  }
}

TEST_CASE("a list of one item is no larger than the item and its size") {
  CHECK(sizeof(SmallVector<int64_t>) == 2 * sizeof(int64_t));
}

}  // namespace tfprof
