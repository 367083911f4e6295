// SPDX-License-Identifier: Apache-2.0
#include "support/ask_checker.h"
#include "support/waiting_capture.h"

namespace tfprof {

TEST_CASE("the reason of most idle time is a finding with the command to ask") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  maker.Marker(0, "train", 0, 0, 100);
  maker.Event(0, "load_batch", 0, 40);
  const uint32_t launch = maker.Event(0, "cuLaunchKernel", 40, 50);
  maker.Work(gpu, 50, 100, node, launch);
  const auto waiting = WaitingOf(WaitingCapture(maker, {{0, "python"}}), {0});
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
