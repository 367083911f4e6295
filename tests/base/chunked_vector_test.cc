// SPDX-License-Identifier: Apache-2.0
#include "base/chunked_vector.h"

#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

ChunkedVector<int> Counted(int begin, int end) {
  ChunkedVector<int> list;
  for (int i = begin; i < end; ++i) list.Push(i);
  return list;
}

}  // namespace

TEST_CASE("lists are put behind each other, whatever their pieces") {
  for (const int first : {0, 1, 4, 11, 12, 100}) {
    for (const int more : {0, 1, 3, 4, 29, 200}) {
      ChunkedVector<int> list = Counted(0, first);
      list.Append(Counted(first, first + more));
      list.Push(first + more);
      std::vector<int> items;
      list.ForEach([&](int item) { items.push_back(item); });
      REQUIRE(items.size() == static_cast<size_t>(first + more + 1));
      for (int i = 0; i <= first + more; ++i) {
        CHECK(items[static_cast<size_t>(i)] == i);
        CHECK(list[static_cast<size_t>(i)] == i);
      }
    }
  }
}

}  // namespace tfprof
