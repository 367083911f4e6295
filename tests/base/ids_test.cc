// SPDX-License-Identifier: Apache-2.0
#include "base/ids.h"

#include <type_traits>

#include "support/catch.h"

namespace tfprof {

static_assert(!std::is_convertible_v<NodeId, StringId>);
static_assert(!std::is_constructible_v<NodeId, StringId>);
static_assert(!std::is_convertible_v<size_t, NodeId>);
static_assert(sizeof(NodeId) == 4);

TEST_CASE("an id is invalid until it is given a row") {
  CHECK_FALSE(NodeId().valid());
  CHECK(NodeId(size_t{0}).valid());
  CHECK(NodeId(size_t{41}).value == 41);
}

TEST_CASE("ids compare like their rows") {
  CHECK(NodeId(size_t{1}) == NodeId(size_t{1}));
  CHECK(NodeId(size_t{1}) < NodeId(size_t{2}));
  CHECK(NodeId(size_t{2}) < NodeId());
}

}  // namespace tfprof
