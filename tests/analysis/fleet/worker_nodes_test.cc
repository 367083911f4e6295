// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/worker_nodes.h"

#include "support/catch.h"
#include "support/made_fleet.h"

namespace tfprof {

TEST_CASE("each node has its texts and the steps that it took time in") {
  WorkerNodes nodes;
  nodes.Add({"a", "MatMul", "train.py:3", WorkKind::kOwn});
  nodes.AddTime(0, 5);
  nodes.AddTime(2, 7);
  nodes.Add({"b", "MatMul", "", WorkKind::kWaiting});
  nodes.Add({"c", "Next", "", WorkKind::kInput});
  nodes.AddTime(1, 9);
  nodes.Freeze();
  REQUIRE(nodes.size() == 3);
  CHECK(nodes[0].name == "a");
  CHECK(nodes[0].code == "train.py:3");
  CHECK(nodes[1].op == "MatMul");
  CHECK(nodes[1].code.empty());
  CHECK(nodes[1].kind == WorkKind::kWaiting);
  using Times = std::vector<WorkerNodes::StepTime>;
  CHECK(TimesOf(nodes, 0) == Times{{0, 5}, {2, 7}});
  CHECK(TimesOf(nodes, 1).empty());
  CHECK(TimesOf(nodes, 2) == Times{{1, 9}});
}

TEST_CASE("times in one step are one, and of no length none") {
  WorkerNodes nodes;
  nodes.Add({"a", "MatMul", "", WorkKind::kOwn});
  nodes.AddTime(0, 0);
  nodes.AddTime(1, 5);
  nodes.AddTime(1, 6);
  nodes.Add({"b", "MatMul", "", WorkKind::kOwn});
  nodes.AddTime(1, 2);
  CHECK(nodes.TimeCount(0) == 1);
  CHECK(nodes.TimeOf(0, 0) == WorkerNodes::StepTime{1, 11});
  CHECK(nodes.TimeOf(1, 0) == WorkerNodes::StepTime{1, 2});
}

}  // namespace tfprof
