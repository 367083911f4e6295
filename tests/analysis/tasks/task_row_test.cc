// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/task_row.h"

#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

TEST_CASE("rows that are equal in time go by device, place and part") {
  StepMaker maker;
  maker.BeginDevice("/job:w/device:CPU:1");
  maker.Add("c", "Op()", 0, 10);
  maker.BeginDevice("/job:w/device:CPU:0");
  maker.Add("a", "Op()", 0, 10);
  maker.Add("b", "Op()", 0, 10);
  const StepRecords records = maker.Finish();
  const TaskOrder order(records);
  const auto row = [](uint32_t record, uint8_t part = 0) {
    TaskRow made;
    made.record = record;
    made.part = part;
    return made;
  };
  CHECK(order(row(1), row(0)));
  CHECK(order(row(1), row(2)));
  CHECK(order(row(1), row(1, 1)));
  CHECK_FALSE(order(row(1), row(1)));
  TaskRow later = row(1);
  later.end = 1;
  CHECK(order(row(0), later));
}

}  // namespace tfprof
