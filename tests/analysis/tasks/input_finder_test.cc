// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/input_finder.h"

#include "support/catch.h"
#include "support/task_step.h"

namespace tfprof {

TEST_CASE("inputs are found with and without the number of an edge") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10);
  maker.Add("b/_4", "Op()", 0, 10);
  maker.Add("x", "Op(a/_3, b/_4, c/_5)", 20, 30);
  const TaskStep step(maker);
  const InputFinder inputs(step.tasks);
  const auto resolve = [&](std::string_view name) {
    const StringId node = inputs.Resolve(step.records.strings.Find(name));
    return node.valid() ? step.records.strings[node] : "";
  };
  CHECK(resolve("a/_3") == "a");
  CHECK(resolve("b/_4") == "b/_4");
  CHECK(resolve("c/_5").empty());
}

TEST_CASE("a producer stands once in a row, for its first wait that is data") {
  std::vector<StepTasks::Producer> found = {{2, Wait::kControl},
                                            {2, Wait::kTransfer},
                                            {1, Wait::kData},
                                            {3, Wait::kData},
                                            {2, Wait::kData}};
  Lists<StepTasks::Producer> rows;
  EndTask(3, found, rows);
  REQUIRE(rows[0].size() == 2);
  CHECK(rows[0][0].task == 1);
  CHECK(rows[0][1].wait == Wait::kTransfer);
  CHECK(found.empty());
}

}  // namespace tfprof
