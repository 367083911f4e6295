// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "support/catch.h"
#include "support/path_step.h"

namespace tfprof {

namespace {

PathAnswer Replayed(int64_t wall_ns, int64_t list_ns) {
  PathAnswer answer;
  answer.path.wall_ns = wall_ns;
  answer.unchanged.list_ns = list_ns;
  return answer;
}

}  // namespace

TEST_CASE("an answer is trusted if the step is replayed to within 5 %") {
  CHECK(std::abs(Replayed(1000, 1030).SelfCheck() - 0.03) < 1e-12);
  CHECK(Replayed(1000, 1050).IsTrusted());
  CHECK_FALSE(Replayed(1000, 1051).IsTrusted());
  CHECK(Replayed(1000, 950).IsTrusted());
  CHECK_FALSE(Replayed(1000, 949).IsTrusted());
  CHECK(Replayed(0, 7).SelfCheck() == 0);
}

TEST_CASE("a step is replayed with its own threads, or with those asked for") {
  StepMaker recorded = Towers();
  CHECK(PathStep(recorded).answer.threads == 2);
  StepMaker asked = Towers();
  const PathStep one(asked, "", 1);
  CHECK(one.answer.threads == 1);
  // All of it one after the other.
  CHECK(one.answer.unchanged.list_ns >= 30 + 40 + 30 + 15);
  CHECK_FALSE(one.answer.IsTrusted());
}

TEST_CASE("each question has its answer, in order") {
  StepMaker maker = Towers();
  const PathStep step(maker, "a=2,b=4");
  REQUIRE(step.answer.what_ifs.size() == 2);
}

}  // namespace tfprof
