// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/critical_chain.h"

#include "support/catch.h"
#include "support/path_step.h"

namespace tfprof {

TEST_CASE("the chain is what was the last to let each go") {
  StepMaker maker = Towers();
  const PathStep step(maker);
  CHECK(step.Chain() == "start a 0+30, data c 0+30, data d 5+15");
  CheckSums(step);
  CHECK(step.SlackOf("a") == 0);
  CHECK(step.SlackOf("d") == 0);
  CHECK(step.SlackOf("b") == 20);
}

TEST_CASE("one task is its own chain") {
  StepMaker maker;
  maker.Add("a", "NoOp()", 5, 9);
  const PathStep step(maker);
  CHECK(step.Chain() == "start a 0+4");
  CHECK(step.answer.SelfCheck() == 0);
  CheckSums(step);
}

TEST_CASE("a busy thread is a link of the chain") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10);
  maker.Add("b", "Op(a)", 10, 100);
  maker.Add("c", "Op(a)", 104, 200);  // ready at 10, when no thread was free
  const PathStep step(maker);
  CHECK(step.Chain() == "start a 0+10, data b 0+90, lane c 4+96");
  const StepPath& path = step.answer.path;
  CHECK(LaneWait(path.chain[2], *path.tasks, path.waits) == 90);
  CHECK(LaneWait(path.chain[1], *path.tasks, path.waits) == 0);
  CheckSums(step);
}

TEST_CASE("a dispatch that took longer than the thread was busy is no wait") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 100);
  maker.Add("b", "Op()", 0, 110);  // its thread
  maker.Add("long", "Op()", 105, 120);
  maker.Add("c", "Op(a)", 200, 300);
  const PathStep step(maker);
  CHECK(step.answer.path.chain.back().link == Link::kData);
  CheckSums(step);
}

TEST_CASE("a thread that a recording names is a link, however long after") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10);
  maker.Add("b", "Op()", 10, 100);
  maker.Add("c", "Op(a)", 300, 310);
  StepRecords records = maker.Finish();
  records.is_recording = true;
  records.thread = {0, 0, 0};
  const auto hosts = TasksByHost(records).value();
  const PathAnswer answer = AskPath(hosts.at(0), {}, 0);
  const auto& chain = answer.path.chain;
  REQUIRE(chain.size() == 3);
  CHECK(chain[2].link == Link::kLane);
  CHECK(chain[2].gap == 200);
}

TEST_CASE("a kernel counts from where its launch lets it go") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("work", "MatMul()", 0, 40, {.head = 5, .tail = 5});
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("work:MatMul", "kernel", 20, 120, {});
  const PathStep step(maker);
  CHECK(step.Chain() == "start work 0+20, launch work 0+100");
  CheckSums(step);
}

}  // namespace tfprof
