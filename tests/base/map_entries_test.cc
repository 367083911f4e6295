// SPDX-License-Identifier: Apache-2.0
#include "base/map_entries.h"

#include <utility>

#include "support/catch.h"

namespace tfprof {

namespace {

using Entry = std::pair<int, char>;
using Entries = std::vector<Entry>;

Entries Left(const Entries& entries) {
  return MapEntries(std::span(entries), &Entry::first);
}

}  // namespace

TEST_CASE("entries of a map are by key") {
  CHECK(Left({}).empty());
  CHECK(Left({{1, 'a'}, {5, 'b'}}) == Entries{{1, 'a'}, {5, 'b'}});
  CHECK(Left({{5, 'b'}, {-1, 'a'}}) == Entries{{-1, 'a'}, {5, 'b'}});
}

TEST_CASE("the last entry of a key counts") {
  CHECK(Left({{1, 'a'}, {1, 'b'}}) == Entries{{1, 'b'}});
  CHECK(Left({{2, 'x'}, {1, 'a'}, {2, 'y'}, {1, 'b'}, {2, 'z'}, {3, 'c'}}) ==
        Entries{{1, 'b'}, {2, 'z'}, {3, 'c'}});
}

}  // namespace tfprof
