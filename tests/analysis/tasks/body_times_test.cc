// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/body_times.h"

#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

TEST_CASE("the time of a body is that of what ran in it, once") {
  StepMaker maker;
  maker.Add("outer", "PartitionedCall()", 0, 100);
  maker.Add("inner", "PartitionedCall()", 20, 80);
  maker.Add("a", "Const()", 30, 60);
  maker.Add("b", "Neg(inner)", 75, 90);
  const StepRecords records = maker.Finish();
  const std::vector<BodyTime> times = BodyTimesOf(records);
  REQUIRE(times.size() == 2);
  CHECK(records.strings[times[0].node] == "outer");
  CHECK(records.strings[times[0].type] == "PartitionedCall");
  CHECK(times[0].body_ns == 70);
  CHECK(times[1].body_ns == 30);
}

TEST_CASE("without calls and without times there are no bodies") {
  StepMaker maker;
  maker.Add("a", "Const()", 30, 60);
  CHECK(BodyTimesOf(maker.Finish()).empty());
  StepMaker empty;
  empty.AddExec({.name = "a"});
  CHECK(BodyTimesOf(empty.Finish()).empty());
}

}  // namespace tfprof
