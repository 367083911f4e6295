// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/collective_finding.h"

#include "support/catch.h"
#include "support/waiting_capture.h"

namespace tfprof {

namespace {

// A step of 100 us: the first device is there `early_us` before the second.
std::shared_ptr<const RecordedWaiting> MeetingOf(int64_t early_us) {
  RecordedMaker maker;
  maker.Marker(0, "train", 0, 0, 100);
  const uint32_t first = maker.Device(DeviceKind::kGpu, 0);
  const uint32_t second = maker.Device(DeviceKind::kGpu, 1);
  const uint32_t reduce = maker.Node("ncclDevKernel_AllReduce_Sum");
  const uint32_t gemm = maker.Node("gemm");
  maker.Work(first, 0, 60 - early_us, gemm);
  maker.Work(first, 60 - early_us, 100, reduce);
  maker.Work(second, 0, 60, gemm);
  maker.Work(second, 60, 100, reduce);
  return WaitingOf(WaitingCapture(maker), {0});
}

}  // namespace

TEST_CASE("the device that comes last to collectives is named") {
  const auto finding = FindCollectiveFinding(*MeetingOf(30));
  REQUIRE(finding);
  CHECK(finding->device == "/device:gpu:1");
  CHECK(finding->text.starts_with(
      "/device:gpu:1 comes last to collectives: /device:gpu:0 waits there for "
      "it and others, 30us (30 % of its time)"));
  CHECK(finding->mean_ns == Approx(30'000));
}

TEST_CASE("devices that come at nearly one time are no finding") {
  CHECK_FALSE(FindCollectiveFinding(*MeetingOf(4)));
}

TEST_CASE("one device waits for no other") {
  CHECK_FALSE(FindCollectiveFinding(*WaitingOf(OneLoadCapture(), {0})));
}

}  // namespace tfprof
