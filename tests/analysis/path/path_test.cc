// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "analysis/path/path_tables.h"
#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

namespace {

// The path of a step of one host. Not to be moved.
struct Step {
  explicit Step(StepMaker& maker, std::string_view faster = "",
                uint32_t threads = 0)
      : records(maker.Finish()), hosts(TasksByHost(records).value()) {
    REQUIRE(hosts.size() == 1);
    std::vector<Speedup> questions;
    if (!faster.empty()) questions = ParseSpeedups(faster).value();
    answer = AskPath(hosts[0], questions, threads);
  }

  // "start a 10+5, data b 0+7" of the chain: gap and time on it of each task.
  std::string Chain() const {
    std::string text;
    for (const ChainTask& row : answer.path.chain) {
      if (!text.empty()) text += ", ";
      text += fmt::format("{} {} {}+{}", WordsOf(row.link),
                          records.strings[hosts[0].NodeOf(row.task)], row.gap,
                          row.busy);
    }
    return text;
  }

  int64_t SlackOf(std::string_view node) const {
    for (size_t task = 0; task < hosts[0].size(); ++task) {
      if (records.strings[hosts[0].NodeOf(task)] == node) {
        return answer.path.slack[task];
      }
    }
    return -1;
  }

  StepRecords records;
  std::vector<StepTasks> hosts;
  PathAnswer answer;
};

void CheckSums(const Step& step) {
  const StepPath& path = step.answer.path;
  CHECK(path.chain_busy_ns + path.chain_gap_ns == path.wall_ns);
  CHECK(step.answer.unchanged.fixed_ns == path.wall_ns);
}

// Two towers that meet, on two threads: a then c take 60, b takes 40.
StepMaker Towers() {
  StepMaker maker;
  maker.Add("a", "MatMul()", 0, 30);
  maker.Add("b", "Conv2D()", 0, 40);
  maker.Add("c", "MatMul(a)", 30, 60);
  maker.Add("d", "Add(b, c)", 65, 80);
  return maker;
}

}  // namespace

TEST_CASE("the chain is what was the last to let each go") {
  StepMaker maker = Towers();
  const Step step(maker);
  CHECK(step.Chain() == "start a 0+30, data c 0+30, data d 5+15");
  CheckSums(step);
  CHECK(step.SlackOf("a") == 0);
  CHECK(step.SlackOf("d") == 0);
  CHECK(step.SlackOf("b") == 20);
}

TEST_CASE("one task is its own chain") {
  StepMaker maker;
  maker.Add("a", "NoOp()", 5, 9);
  const Step step(maker);
  CHECK(step.Chain() == "start a 0+4");
  CHECK(step.answer.SelfCheck() == 0);
  CheckSums(step);
}

TEST_CASE("a busy thread is a link of the chain") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 10);
  maker.Add("b", "Op(a)", 10, 100);
  maker.Add("c", "Op(a)", 104, 200);  // ready at 10, when no thread was free
  const Step step(maker);
  CHECK(step.Chain() == "start a 0+10, data b 0+90, lane c 4+96");
  CHECK(step.answer.path.chain[2].lane_wait == 90);
  CheckSums(step);
}

TEST_CASE("a dispatch that took longer than the thread was busy is no wait") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 100);
  maker.Add("b", "Op()", 0, 110);  // its thread
  maker.Add("long", "Op()", 105, 120);
  maker.Add("c", "Op(a)", 200, 300);
  const Step step(maker);
  CHECK(step.answer.path.chain.back().link == Link::kData);
  CheckSums(step);
}

TEST_CASE("a kernel counts from where its launch lets it go") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("work", "MatMul()", 0, 40, {.head = 5, .tail = 5});
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("work:MatMul", "kernel", 20, 120, {});
  const Step step(maker);
  CHECK(step.Chain() == "start work 0+20, launch work 0+100");
  CheckSums(step);
}

TEST_CASE("faster work makes the step shorter where it is on the path") {
  StepMaker maker = Towers();
  const Step step(maker, "MatMul=2,b=inf,Add=1");
  const std::vector<WhatIf>& answers = step.answer.what_ifs;
  REQUIRE(answers.size() == 3);
  // a and c take 15 each; then b decides when d starts.
  CHECK(answers[0].matched == 2);
  CHECK(answers[0].fixed_ns == 60);
  CHECK(answers[0].shrink_ns == 20);
  CHECK(answers[0].shrink_list_ns == 20);
  CHECK(answers[1].matched == 1);
  CHECK(answers[1].shrink_ns == 0);
  CHECK(answers[2].shrink_ns == 0);
  CHECK(answers[2].shrink_list_ns == 0);
}

TEST_CASE("only the operation is faster, not what surrounds it") {
  StepMaker maker;
  maker.Add("a", "MatMul()", 0, 100, {.head = 10, .tail = 30});
  const Step step(maker, "MatMul=3");
  CHECK(step.answer.what_ifs[0].fixed_ns == 60);
}

TEST_CASE("kernels are faster for the operation that launches them") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("work", "MatMul()", 0, 40);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("work:MatMul", "kernel", 20, 120, {});
  const Step step(maker, "MatMul=10");
  CHECK(step.answer.what_ifs[0].matched == 2);
  CHECK(step.answer.what_ifs[0].fixed_ns == 40);
}

TEST_CASE("a list replay has as many threads as it is given") {
  StepMaker maker = Towers();
  // a, b and c follow each other on one thread: 30, 40, 30.
  const Step step(maker, "", 1);
  CHECK(step.answer.unchanged.list_ns == 30 + 40 + 30 + 5 + 15);
  CHECK(step.answer.unchanged.fixed_ns == 80);
  CHECK_FALSE(step.answer.IsTrusted());
}

TEST_CASE("speedups are cut at the last '=' and at commas after them") {
  const auto parsed = ParseSpeedups("a=b=2,x{1,2}=1.5,y=inf");
  REQUIRE(parsed);
  REQUIRE(parsed->size() == 3);
  CHECK((*parsed)[0].pattern == "a=b");
  CHECK((*parsed)[0].factor == 2);
  CHECK((*parsed)[1].pattern == "x{1,2}");
  CHECK((*parsed)[1].factor == 1.5);
  CHECK((*parsed)[2].factor > 1e300);
  for (const std::string_view wrong :
       {"", "MatMul", "MatMul=", "=2", "MatMul=two", "MatMul=2,Conv",
        "MatMul=0", "MatMul=-1", "MatMul=nan", "(=2", ","}) {
    CAPTURE(wrong);
    const auto refused = ParseSpeedups(wrong);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kInvalidArgument);
  }
}

TEST_CASE("shares of the path add up to it") {
  StepMaker maker;
  maker.Add("x/a", "MatMul()", 0, 30);
  maker.Add("x/b", "Neg(x/a)", 30, 40);
  maker.Add("y/c", "Neg(x/b)", 45, 80);
  maker.Add("y/d", "Neg(x/b)", 45, 50);
  const Step step(maker);
  const std::vector<PathShare> shares =
      SharesOf(step.answer.path, PathKey::kType, CodeLines());
  REQUIRE(shares.size() == 2);
  CHECK(shares[0].name == "Neg");
  CHECK(shares[0].path_ns == 45);
  CHECK(shares[0].gap_ns == 5);
  CHECK(shares[0].times == 2);
  CHECK(shares[0].work_ns == 50);
  CHECK(shares[0].slack_ns == 0);
  CHECK(shares[1].name == "MatMul");
  CHECK(SharesOf(step.answer.path, PathKey::kScope, CodeLines())[0].name ==
        "x");
}

TEST_CASE("a history tells how often and how long a row was on the path") {
  PathHistory history;
  for (const int64_t end : {30, 50, 40}) {
    StepMaker maker;
    maker.Add("a", "MatMul()", 0, end);
    if (end > 30) maker.Add("b", "Neg(a)", end, end + 5);
    const Step step(maker);
    history.Add({&step.answer.path, 1}, CodeLines());
  }
  CHECK(history.steps() == 3);
  CHECK(history.Of(PathKey::kNode, "a").steps == 3);
  CHECK(history.Of(PathKey::kNode, "a").median_ns == 40);
  CHECK(history.Of(PathKey::kNode, "a").deviation_ns == 10);
  CHECK(history.Of(PathKey::kNode, "b").steps == 2);
  CHECK(history.Of(PathKey::kType, "Neg").median_ns == 5);
  CHECK(history.Of(PathKey::kNode, "c").steps == 0);
}

}  // namespace tfprof
