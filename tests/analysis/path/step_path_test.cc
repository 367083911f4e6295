// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/step_path.h"

#include <vector>

#include "support/catch.h"
#include "support/path_step.h"

namespace tfprof {

TEST_CASE("shares of the path add up to it") {
  StepMaker maker;
  maker.Add("x/a", "MatMul()", 0, 30);
  maker.Add("x/b", "Neg(x/a)", 30, 40);
  maker.Add("y/c", "Neg(x/b)", 45, 80);
  maker.Add("y/d", "Neg(x/b)", 45, 50);
  const PathStep step(maker);
  const std::deque<PathShare> shares =
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
    const PathStep step(maker);
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
