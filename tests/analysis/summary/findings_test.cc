// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/findings.h"

#include "support/catch.h"
#include "support/seen_path.h"

namespace tfprof {
namespace {

TEST_CASE("findings: input that a step waits for, and a line of it") {
  StepMaker maker = SleepingStep(0);
  const SeenPath seen(maker);
  REQUIRE(seen.findings.size() == 2);
  CHECK(seen.findings[0].finding == "input");
  CHECK(seen.findings[0].code == "/home/me/train.py:19");
  CHECK(seen.findings[0].text ==
        "the step waits 15 ms for PyFunc (train.py:19): move it into the input "
        "pipeline and prefetch");
  CHECK(seen.findings[0].saves_ns == 15'000'000);
  CHECK(seen.findings[1].finding == "line");
  CHECK(seen.findings[1].code == "/home/me/train.py:41");
  CHECK(seen.findings[1].text ==
        "train.py:41 holds the step up for 5 ms; without it the step is 5 ms "
        "shorter");
}

TEST_CASE("findings: much waiting of what is ready") {
  StepMaker maker = SleepingStep(10'000'000);
  const SeenPath seen(maker);
  REQUIRE_FALSE(seen.findings.empty());
  CHECK(seen.findings.back().finding == "gaps");
}

}  // namespace
}  // namespace tfprof
