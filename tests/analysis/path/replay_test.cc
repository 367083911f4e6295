// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/replay.h"

#include "support/catch.h"
#include "support/path_step.h"

namespace tfprof {

TEST_CASE("a list replay has as many threads as it is given") {
  StepMaker maker = Towers();
  // a, b and c follow each other on one thread: 30, 40, 30.
  const PathStep step(maker, "", 1);
  CHECK(step.answer.unchanged.list_ns == 30 + 40 + 30 + 5 + 15);
  CHECK(step.answer.unchanged.fixed_ns == 80);
  CHECK_FALSE(step.answer.IsTrusted());
}

}  // namespace tfprof
