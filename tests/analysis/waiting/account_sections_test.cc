// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/account_sections.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/table_of.h"
#include "support/waiting_capture.h"

namespace tfprof {

using Lines = std::vector<std::string>;

TEST_CASE("programs read the account in ps, with the time between steps") {
  const auto sections =
      AccountSections(WaitingOf(LoadingCapture(), {0, 1}), {false, 20, true});
  REQUIRE(sections.size() == 2);
  CHECK(sections[0].heading == "account");
  CHECK(KeyOf(TableOf(sections[0]).columns[4]) == "begin_ps");
  CHECK(KeyOf(TableOf(sections[0]).columns[8]) == "copy_h2d_ps");
  const std::string rest =
      "20000000 | 0 | 0 | 0 | 0 | 0 | 80000000 | 20000000 | 0 | 0 | 0 | 0 | 0";
  const std::string nothing =
      "0 | 0 | 0 | 0 | 0 | 0 | 20000000 | 0 | 0 | 0 | 0 | 0 | 0";
  Lines expected;
  for (const std::string device : {"/device:gpu:0", "all"}) {
    expected.push_back("worker | 0 | train | " + device +
                       " | 0 | 100000000 | " + rest);
    expected.push_back("worker | 1 | train | " + device +
                       " | 120000000 | 100000000 | " + rest);
    expected.push_back("worker |  | between | " + device +
                       " | 100000000 | 20000000 | " + nothing);
  }
  CHECK(LinesOf(sections[0]) == expected);
  CHECK(LinesOf(sections[1]) ==
        Lines{"worker | /device:gpu:0 | compute |  | gemm | 40000000 | 2",
              "worker | all | compute |  | gemm | 40000000 | 2"});
}

TEST_CASE("people read the mean in words, and one device once") {
  const auto sections =
      AccountSections(WaitingOf(LoadingCapture(), {0, 1}), {true, 1, false});
  CHECK(sections[0].notes ==
        Lines{"/device:gpu:0: mean of 2 steps: 100us = 20.0 % compute + 80.0 % "
              "idle",
              "1 more rows; --time_limit=0 shows all"});
  CHECK(LinesOf(sections[0]).size() == 1);
}

TEST_CASE("shares add up to 100 %") {
  CHECK(SharesInTenths({1, 1, 1}) == std::vector<int64_t>{334, 333, 333});
  CHECK(SharesInTenths({0, 0}) == std::vector<int64_t>{0, 0});
}

}  // namespace tfprof
