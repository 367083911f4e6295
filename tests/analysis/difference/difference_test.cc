// SPDX-License-Identifier: Apache-2.0
#include "analysis/difference/difference.h"

#include "support/catch.h"
#include "support/parts_maker.h"

namespace tfprof {

TEST_CASE("rows are matched by class and name, the largest change first") {
  const Difference difference =
      DifferenceOf(PartsMaker().Add("compute", "a", 5).Add("copy", "a", 1).run,
                   PartsMaker().Add("compute", "a", 3).Add("copy", "b", 4).run);
  REQUIRE(difference.rows.size() == 3);
  CHECK(difference.rows[0].name == "b");
  CHECK_FALSE(difference.rows[0].before);
  CHECK(difference.rows[1].row_class == "compute");
  CHECK(difference.rows[1].change_ps == Approx(-2e9));
  CHECK(difference.MeanPs(difference.rows[1], false) == Approx(5e9));
  CHECK(difference.MeanPs(difference.rows[1], true) == Approx(3e9));
  CHECK_FALSE(difference.rows[2].after);
}

TEST_CASE("means are compared, whatever the number of steps") {
  PartsMaker before = PartsMaker().Add("compute", "a", 6);
  before.run.processes.at("").side.steps = 3;
  const Difference difference =
      DifferenceOf(before.run, PartsMaker().Add("compute", "a", 3).run);
  CHECK(difference.before[0].mean_ps() == Approx(2e9));
  CHECK(difference.rows[0].change_ps == Approx(1e9));
}

TEST_CASE("a process on one side has no steps on the other") {
  RunParts before, after;
  before.processes["a"].side.host = "a";
  after.processes["b"].side.host = "b";
  const Difference difference = DifferenceOf(before, after);
  REQUIRE(difference.before.size() == 2);
  CHECK(difference.before[1].host == "b");
  CHECK(difference.after[0].host == "a");
}

TEST_CASE("names are places in step stats only") {
  CHECK_FALSE(
      DifferenceOf(PartsMaker().run, PartsMaker().run).names_are_places);
  CHECK(DifferenceOf(PartsMaker(false).run, PartsMaker(false).run)
            .names_are_places);
}

}  // namespace tfprof
