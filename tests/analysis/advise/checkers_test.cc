// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "analysis/advise/checker.h"
#include "support/catch.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

std::string ErrorOf(std::vector<std::string> names,
                    std::vector<CheckerSetting> settings) {
  const Status status = CheckCheckers(names, settings);
  return status ? "" : status.error().message;
}

}  // namespace

TEST_CASE("a checker that is known by name only does not run") {
  Diagnostics diagnostics;
  const std::string name = "JobChecker";
  const Profile profile = TinyProfile("a Op\n");
  const auto advice =
      RunCheckers({profile, kReferenceRules}, {&name, 1}, {}, diagnostics);
  REQUIRE(advice);
  CHECK(advice->entries.empty());
}

TEST_CASE("wrong names and settings are errors") {
  CHECK(ErrorOf({"JobChecker", "OperationChecker"}, {}).empty());
  CHECK(ErrorOf({"OperatonChecker"}, {})
            .find("did you mean "
                  "'OperationChecker'?") != std::string::npos);
  CHECK(ErrorOf({}, {{"top", "3"}}).starts_with("'top' is not Checker.option"));
  CHECK(ErrorOf({}, {{"OperationChecker.top", "3"}}) ==
        "OperationChecker: unknown option 'top'");
  CHECK(ErrorOf({}, {{"ExpensiveOperationChecker.to", "3"}})
            .find("did you mean 'top'?") != std::string::npos);
  for (const char* value : {"", "x", "-1", "nan", "1e999", "3x"}) {
    CHECK_FALSE(
        ErrorOf({}, {{"ExpensiveOperationChecker.top", value}}).empty());
  }
}

}  // namespace tfprof
