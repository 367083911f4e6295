// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "analysis/gate/gate.h"
#include "support/catch.h"
#include "support/gate_input.h"

namespace tfprof {

namespace {

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("obstacles: runs of the same devices and shapes have none") {
  GateInputMaker maker;
  maker.AddFive({1000}, {1000});
  maker.input().baseline[0].feeds.Own() = {{"x", {"32x8"}}, {"y", {"4"}}};
  maker.input().candidate[0].feeds.Own() = {{"x", {"32x8", "16x8"}}, {"z", {"5"}}};
  const Obstacles obstacles = ObstaclesOf(maker.input());
  CHECK(obstacles.words.empty());
  CHECK_FALSE(obstacles.is_other_work);
}

TEST_CASE("obstacles: other devices are other work, told once for all runs") {
  GateInputMaker maker;
  maker.AddFive({1000}, {1000});
  for (GateRun& run : maker.input().candidate) run.devices = "GPU 1";
  const Obstacles obstacles = ObstaclesOf(maker.input());
  CHECK(obstacles.is_other_work);
  CHECK(obstacles.words == Words{"after_0 ran on GPU 1, before_0 on CPU 1 (4 "
                                 "more runs are like it)"});
}

TEST_CASE("obstacles: a placeholder of another shape is other work") {
  GateInputMaker maker;
  maker.AddFive({1000}, {1000});
  maker.input().baseline[0].feeds.Own() = {{"x", {"32x8"}}};
  maker.input().candidate[2].feeds.Own() = {{"x", {"64x8"}}};
  const Obstacles obstacles = ObstaclesOf(maker.input());
  CHECK(obstacles.is_other_work);
  CHECK(obstacles.words ==
        Words{"after_2: x is fed 64x8, in before_0 it is 32x8"});
}

TEST_CASE("obstacles: runs without step times may still have done the same work") {
  GateInputMaker maker;
  maker.AddFive({1000}, {1000});
  maker.input().candidate[1].of_steps.clear();
  maker.input().candidate[4].of_steps.clear();
  const Obstacles obstacles = ObstaclesOf(maker.input());
  CHECK_FALSE(obstacles.is_other_work);
  CHECK(obstacles.words == Words{"after_1 has no step times: its records have "
                                 "no start (1 more run is like it)"});
}

TEST_CASE("obstacles: recordings that lack events are not comparable") {
  GateInputMaker maker;
  maker.AddFive({1000}, {1000});
  maker.input().candidate[1].facts.notices = {"events dropped"};
  maker.input().candidate[2].facts.notices = {"device clock moved"};
  const Obstacles obstacles = ObstaclesOf(maker.input());
  CHECK(obstacles.words ==
        Words{"after_1: events dropped: its times are incomplete"});
}

TEST_CASE("obstacles: Python is traced on both sides or on none") {
  GateInputMaker maker;
  maker.AddFive({1000}, {1000});
  for (GateRun& run : maker.input().baseline) run.facts.notices = {"python traced"};
  maker.input().candidate[0].facts.notices = {"python traced"};
  const Obstacles obstacles = ObstaclesOf(maker.input());
  CHECK(obstacles.words ==
        Words{"after_1 was recorded without calls of Python traced, before_0 "
              "with (3 more runs are like it)"});
}

}  // namespace tfprof
