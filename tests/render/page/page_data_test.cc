// SPDX-License-Identifier: Apache-2.0
#include "render/page/page_data.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("pages that are too large lose steps first, then rows") {
  const PageLimits all;
  const PageLimits less = all.Less();
  CHECK(less.choices == 1);
  CHECK(less.tree_rows == all.tree_rows);
  CHECK(less.Less().tree_rows == all.tree_rows / 2);
  CHECK(less.Less().slices == all.slices / 2);
}

}  // namespace tfprof
