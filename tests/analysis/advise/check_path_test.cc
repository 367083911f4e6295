// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "analysis/advise/checker.h"
#include "analysis/path/path_of_dump.h"
#include "support/ask_checker.h"
#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

TEST_CASE("rows whose removal makes the step shorter are found") {
  StepMaker maker;
  maker.Add("x/a", "MatMul()", 0, 80'000);
  maker.Add("x/b", "Neg(x/a)", 80'000, 85'000);
  maker.Add("x/c", "Sum()", 0, 60'000);  // what is left if a is gone
  maker.Add("x/d", "Add(x/b, x/c)", 85'000, 100'000);
  PathOfDump dump;
  dump.records = maker.Finish();
  dump.hosts = TasksByHost(dump.records).value();
  dump.answers.push_back(AskPath(dump.hosts[0], {}, 0));
  const Texts found = FindingsOf("CriticalPathChecker", &dump, nullptr);
  // a, by type and by name: 25 us, not the 80 that it takes.
  REQUIRE(found.size() >= 2);
  CHECK(found.back().find("x/d, Add: once") != std::string::npos);
  CHECK(std::any_of(found.begin(), found.end(), [](const std::string& text) {
    return text ==
           "found: step 0: x/a, MatMul: once on the critical path for 80us; "
           "without it the step of 100us would be 25us shorter (25%)";
  }));
}

TEST_CASE("a step that is replayed wrongly is no ground for advice") {
  StepMaker maker;
  maker.Add("a", "MatMul()", 0, 50'000);
  maker.Add("b", "MatMul()", 0, 50'000);
  PathOfDump dump;
  dump.records = maker.Finish();
  dump.hosts = TasksByHost(dump.records).value();
  dump.answers.push_back(AskPath(dump.hosts[0], {}, 1));
  CHECK(FindingsOf("CriticalPathChecker", &dump, nullptr) ==
        Texts{"said: step 0: the replay without a change is off by +100.0% of "
              "its time, so savings cannot be trusted"});
}

}  // namespace tfprof
