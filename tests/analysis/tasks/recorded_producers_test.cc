// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/recorded_producers.h"

#include "support/catch.h"
#include "support/task_step.h"

namespace tfprof {

TEST_CASE("what a recording hands over is what tasks wait for") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10);
  maker.Add("b", "Op()", 5, 20);
  maker.Add("c", "Op()", 10, 20);
  StepRecords records = maker.Finish();
  records.is_recording = true;
  for (uint32_t i = 0; i < 3; ++i) records.thread.push_back(i);
  records.hand_overs = {{0, 1, StepMaker::kOrigin + 4},
                        {0, 2, StepMaker::kOrigin + 10}};
  const auto hosts = TasksByHost(records).value();
  const StepTasks& tasks = hosts[0];
  REQUIRE(tasks.producers[1].size() == 1);
  CHECK(tasks.producers[1][0].wait == Wait::kLaunch);
  CHECK(tasks.lag[1] == 4);
  REQUIRE(tasks.producers[2].size() == 1);
  CHECK(tasks.producers[2][0].wait == Wait::kControl);
}

}  // namespace tfprof
