// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/hosts.h"

#include <map>
#include <string>

#include "analysis/tasks/step_tasks.h"
#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

namespace {

// "b a, c k" of each host's tasks, by the number of its task.
std::string NodesOf(const StepTasks& tasks) {
  std::string text(tasks.records->strings[tasks.host].substr(22));
  for (size_t task = 0; task < tasks.size(); ++task) {
    text += " ";
    text += tasks.records->strings[tasks.NodeOf(task)];
  }
  return text;
}

}  // namespace

TEST_CASE("lines of a GPU go to the host whose operations they name") {
  StepMaker maker;
  for (const int host : {0, 1}) {
    const std::string gpu =
        fmt::format("/job:w/replica:0/task:{}/device:GPU:0", host);
    const std::string name = fmt::format("a{}", host);
    maker.BeginDevice(gpu);
    maker.Add(name, "MatMul()", 0, 10);
    maker.BeginDevice(StepMaker::kStream);
    maker.AddLabelled(name + ":MatMul", "", 20, 30, {});
    // Names nothing: near the line before.
    maker.BeginDevice("/device:GPU:0/stream:15");
    maker.AddLabelled(fmt::format("unknown{}", host), "", 40, 50, {});
  }
  const StepRecords records = maker.Finish();
  const auto hosts = TasksByHost(records).value();
  REQUIRE(hosts.size() == 2);
  CHECK(NodesOf(hosts[0]) == "0 a0 a0 unknown0");
  CHECK(NodesOf(hosts[1]) == "1 a1 a1 unknown1");
  CHECK(hosts[0].lanes == 3);
}

TEST_CASE("the order of lines in the file changes no number") {
  const auto tasks = [](bool is_reversed) {
    StepMaker maker;
    const auto add = [&](std::string_view device, std::string_view node) {
      maker.BeginDevice(device);
      maker.Add(node, "Op()", 0, 10);
    };
    if (is_reversed) add("/job:w/device:CPU:1", "b");
    add("/job:w/device:CPU:0", "a");
    if (!is_reversed) add("/job:w/device:CPU:1", "b");
    const StepRecords records = maker.Finish();
    const auto hosts = TasksByHost(records).value();
    return std::string(records.strings[hosts[0].NodeOf(0)]);
  };
  CHECK(tasks(false) == "a");
  CHECK(tasks(true) == "a");
}

}  // namespace tfprof
