// SPDX-License-Identifier: Apache-2.0
#include "support/ask_checker.h"
#include "support/waiting_capture.h"

namespace tfprof {

TEST_CASE("the reason of most idle time is a finding with the command to ask") {
  const auto waiting = WaitingOf(OneLoadCapture(), {0});
  const Profile profile;
  CheckerInput input{profile, kReferenceRules};
  input.waiting = waiting.get();
  const Texts said = FindingsOf("WaitingChecker", input, {});
  REQUIRE(said.size() == 1);
  CHECK(said[0].starts_with("found: /device:gpu:0 waits 40us (40 %)"));
  CHECK(said[0].find("load_batch") != said[0].npos);
  CHECK(said[0].ends_with("tfprof steps --show=waits tells more"));
}

TEST_CASE("nothing is said of what is no recording") {
  const Profile profile;
  CHECK(FindingsOf("WaitingChecker", {profile, kReferenceRules}, {}).empty());
}

}  // namespace tfprof
