// SPDX-License-Identifier: Apache-2.0
#include "base/rows_of_lists.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("rows of several lists are numbered through") {
  RowsOfLists rows;
  CHECK(rows.size() == 0);
  for (const size_t size : {2, 0, 1}) rows.AddList(size);
  CHECK(rows.size() == 3);
  using Place = std::pair<size_t, size_t>;
  CHECK(rows.At(0) == Place{0, 0});
  CHECK(rows.At(1) == Place{0, 1});
  CHECK(rows.At(2) == Place{2, 0});
}

}  // namespace tfprof
