// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/share_rows.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("shares are kept host after host") {
  ShareRows rows;
  rows.AddHost({{.name = "a", .path_ns = 5, .slack_ns = 1, .times = 2},
                {.name = "b.py:3", .gap_ns = 7, .is_gradient = true}});
  rows.AddHost({});
  rows.AddHost({{.name = "c", .work_ns = INT64_MAX}});
  REQUIRE(rows.size() == 3);
  CHECK(rows.HostOf(1) == 0);
  CHECK(rows.HostOf(2) == 2);
  CHECK(rows[0].name == "a");
  CHECK(rows[0].path_ns == 5);
  CHECK(rows[0].times == 2);
  CHECK(rows[0].slack_ns == 1);
  CHECK_FALSE(rows[0].is_gradient);
  CHECK(rows[1].Label() == "b.py:3 (gradient)");
  CHECK(rows[1].gap_ns == 7);
  CHECK(rows[2].work_ns == INT64_MAX);
}

}  // namespace tfprof
