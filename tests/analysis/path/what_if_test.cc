// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/what_if.h"

#include <string_view>
#include <vector>

#include "support/catch.h"
#include "support/path_step.h"

namespace tfprof {

TEST_CASE("faster work makes the step shorter where it is on the path") {
  StepMaker maker = Towers();
  const PathStep step(maker, "MatMul=2,b=inf,Add=1");
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
  const PathStep step(maker, "MatMul=3");
  CHECK(step.answer.what_ifs[0].fixed_ns == 60);
}

TEST_CASE("kernels are faster for the operation that launches them") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("work", "MatMul()", 0, 40);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("work:MatMul", "kernel", 20, 120, {});
  const PathStep step(maker, "MatMul=10");
  CHECK(step.answer.what_ifs[0].matched == 2);
  CHECK(step.answer.what_ifs[0].fixed_ns == 40);
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

}  // namespace tfprof
