// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/idle_finding.h"

#include "support/catch.h"
#include "support/waiting_capture.h"

namespace tfprof {

namespace {

std::optional<IdleFinding> FindingOf(RecordedMaker& maker) {
  const auto waiting = WaitingOf(WaitingCapture(maker, {{0, "python"}}), {0});
  IdleOfDevices idle(*waiting);
  return FindIdleFinding(idle);
}

}  // namespace

TEST_CASE("the longest reason is a finding with its region") {
  const auto waiting = WaitingOf(OneLoadCapture(), {0});
  IdleOfDevices idle(*waiting);
  const auto finding = FindIdleFinding(idle);
  REQUIRE(finding);
  CHECK(finding->text ==
        "/device:gpu:0 waits 40us (40 %) of a step in a region that the "
        "program marks: load_batch; move it out of the loop, or to another "
        "thread");
  CHECK(finding->name == "load_batch");
}

TEST_CASE("a busy device has no finding") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  maker.Marker(0, "train", 0, 0, 100);
  const uint32_t launch = maker.Event(0, "cuLaunchKernel", 0, 2);
  maker.Work(gpu, 2, 100, node, launch);
  CHECK_FALSE(FindingOf(maker));
}

TEST_CASE("a recording without steps has no finding") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  maker.Work(gpu, 0, 10, node);
  maker.Work(gpu, 50, 100, node);
  CHECK_FALSE(FindingOf(maker));
}

TEST_CASE("what nothing tells is no finding but advice on recording") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  maker.Marker(0, "train", 0, 0, 100);
  maker.Event(0, "load_batch", 0, 40);
  maker.Work(gpu, 50, 100, node);  // no launch: all is a guess
  const auto finding = FindingOf(maker);
  REQUIRE(finding);
  CHECK(finding->text.find("the recording does not say") != finding->text.npos);
}

}  // namespace tfprof
