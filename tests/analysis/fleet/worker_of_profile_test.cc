// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/worker_of_profile.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/made_fleet.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

constexpr char kProfile[] =
    "b MatMul device=/cpu:0 stack=train.py:3:f step=1:5:0:0 step=1:7:0:0\n"
    "a IteratorGetNext device=/cpu:0 step=1:2:0:0\n"
    "c NoOp\n";

ChosenSteps Chosen(std::vector<int64_t> numbers) {
  ChosenSteps chosen;
  chosen.numbers = std::move(numbers);
  return chosen;
}

Worker WorkerOfText(const char* text, const ChosenSteps& chosen) {
  return WorkerOf("w", TinyProfile(text),
                  {{.step = 0, .length_ns = 10'000}, {.step = 1, .length_ns = 9'000}},
                  chosen);
}

}  // namespace

TEST_CASE("a worker has its chosen steps and what each node took in them, in ns") {
  const Worker worker = WorkerOfText(kProfile, Chosen({0, 1}));
  CHECK(worker.name == "w");
  CHECK(worker.steps.size() == 2);
  // By name; what did not run is not there.
  REQUIRE(worker.nodes.size() == 2);
  CHECK(worker.nodes[0].name == "a");
  CHECK(worker.nodes[0].kind == WorkKind::kInput);
  CHECK(TimesOf(worker.nodes, 0) == std::vector<WorkerNodes::StepTime>{{0, 2000}});
  CHECK(worker.nodes[0].code.empty());
  CHECK(worker.nodes[1].op == "MatMul");
  CHECK(worker.nodes[1].kind == WorkKind::kOwn);
  CHECK(TimesOf(worker.nodes, 1) ==
        std::vector<WorkerNodes::StepTime>{{0, 5000}, {1, 7000}});
  CHECK(worker.nodes[1].code == "train.py:3");
}

TEST_CASE("steps that are not chosen do not count") {
  const Worker worker = WorkerOfText(kProfile, Chosen({1}));
  REQUIRE(worker.steps.size() == 1);
  CHECK(worker.steps[0].step == 1);
  REQUIRE(worker.nodes.size() == 1);
  CHECK(TimesOf(worker.nodes, 0) == std::vector<WorkerNodes::StepTime>{{0, 7000}});
}

TEST_CASE("a graph is the same for the same names and types, in any order") {
  const auto graph = [](const char* text) {
    return WorkerOfText(text, Chosen({0})).graph;
  };
  const std::string known = graph("a MatMul\nb Add\n");
  CHECK_FALSE(known.empty());
  CHECK(graph("b Add\na MatMul\n") == known);
  CHECK(graph("a MatMul\nb Sub\n") != known);
  CHECK(graph("a MatMul\nc Add\n") != known);
  // Types that change places make another graph.
  CHECK(graph("a Add\nb MatMul\n") != known);
  CHECK(graph("") == "");
}

}  // namespace tfprof
