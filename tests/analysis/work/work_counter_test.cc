// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/work_counter.h"

#include "support/catch.h"
#include "support/work_step.h"

namespace tfprof {

TEST_CASE("every turn of a loop counts with its own shapes") {
  WorkStep step;
  for (const int64_t n : {1, 2, 3}) {
    step.Add("a", "Identity()", {{n, 5}});
    step.Add("s", "Square(a)", {{n, 5}});
  }
  const WorkReport report = step.Count();
  const NodeWork s = Of(report, "s");
  CHECK(s.runs == 3);
  CHECK(s.float_ops == 5 + 10 + 15);
}

TEST_CASE("one run whose shape is unknown leaves the node unknown") {
  WorkStep step;
  step.Add("a", "Identity()", {{4}});
  step.Add("s", "Square(a)", {{4}});
  step.Add("a", "Identity()");
  step.Add("s", "Square(a)", {{4}});
  const WorkReport report = step.Count();
  const NodeWork s = Of(report, "s");
  CHECK(!s.float_ops);
  CHECK(!s.bytes);
  CHECK(s.source == "none: no shape of input 0");
}

TEST_CASE("an op log speaks where no formula does") {
  WorkStep step(nullptr, {{"mine", 7}, {"s", 1000}});
  step.Add("a", "Const()", {{4}});
  step.Add("mine", "Mine(a)", {{4}});
  step.Add("mine", "Mine(a)", {{4}});
  step.Add("s", "Square(a)", {{4}});
  step.Add("other", "Mine(a)", {{4}});
  const WorkReport report = step.Count();
  CHECK(Of(report, "mine").float_ops == 14);
  CHECK(Of(report, "mine").source == "op log");
  CHECK(Of(report, "s").float_ops == 4);
  CHECK(!Of(report, "other").float_ops);
  CHECK(Of(report, "other").source == "none: no formula");
}

TEST_CASE("drained nodes are those of a report, also of a step alone") {
  for (const bool is_alone : {false, true}) {
    WorkStep step(nullptr, {{"mine", 7}});
    step.Add("a", "Const()", {{4}});
    step.Add("s", "Square(a)", {{4}});
    step.Add("mine", "Mine(a)", {{4}});
    std::vector<std::pair<std::string, int64_t>> nodes;
    (is_alone ? step.CountedAlone() : step.Counted())
        .Drain([&](const NodeWork& node) {
          nodes.emplace_back(node.node, node.float_ops.value_or(-1));
        });
    CHECK(nodes == std::vector<std::pair<std::string, int64_t>>{
                       {"a", 0}, {"s", 4}, {"mine", 7}});
  }
}

TEST_CASE("later steps have nodes of the first, and others") {
  WorkStep step;
  step.Add("a", "Const()", {{4}});
  step.Add("s", "Square(a)", {{4}});
  step.Counted();
  step.Add("new", "Const()", {{8}});
  step.Add("s", "Square(new)", {{8}});
  step.Add("last", "Square(s)", {{8}});
  const WorkReport report = step.Count();
  REQUIRE(report.size() == 4);
  CHECK(Of(report, "s").float_ops == 12);
  CHECK(Of(report, "s").runs == 2);
  CHECK(Of(report, "last").float_ops == 8);
  CHECK(report.steps == 2);
}

TEST_CASE("a node that launches kernels takes their time") {
  WorkStep step;
  step.maker().BeginDevice(StepMaker::kGpu);
  step.maker().Add("m", "Relu(a)", 0, 10);
  step.maker().BeginDevice(StepMaker::kStream);
  step.maker().AddLabelled("m:Relu", "", 20, 120, {});
  step.maker().AddLabelled("m:Relu", "", 130, 160, {});
  const WorkReport report = step.Count();
  REQUIRE(report.size() == 1);
  CHECK(report[0].time_ns == 130);
  CHECK(report[0].runs == 1);
}

}  // namespace tfprof
