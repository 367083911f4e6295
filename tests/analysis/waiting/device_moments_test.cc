// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/device_moments.h"

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

namespace {


int64_t ClassLength(const DeviceMoments& device, size_t time_class) {
  return device.classes[time_class].LengthPs() / kUs;
}

}  // namespace

TEST_CASE("each moment belongs to the highest class that runs") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t gemm = maker.Node("gemm");
  const uint32_t reduce = maker.Node("all-reduce", "jit_f(1)", "all-reduce.3");
  const uint32_t copy = maker.Node("MemcpyH2D");
  maker.Work(gpu, 0, 40, copy);
  maker.Work(gpu, 10, 30, reduce);
  maker.Work(gpu, 20, 50, gemm);
  const HostView view(WaitingHost(maker));
  const auto devices = FindDeviceMoments(view);
  REQUIRE(devices.size() == 2);
  CHECK(devices[0].device == "/device:gpu:0");
  CHECK(devices[1].is_all);
  for (const DeviceMoments& device : devices) {
    CHECK(ClassLength(device, 0) == 30);
    CHECK(ClassLength(device, 1) == 10);
    CHECK(ClassLength(device, 3) == 10);  // h2d
    CHECK(device.occupied.LengthPs() == 50 * kUs);
    CHECK(device.collectives.all.LengthPs() == 20 * kUs);
    CHECK(device.collectives.hidden.LengthPs() == 10 * kUs);
    CHECK(device.copies.hidden.LengthPs() == 20 * kUs);
  }
}

TEST_CASE("of two works of one class the latest begun has the moment") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t first = maker.Node("first");
  const uint32_t other = maker.Node("other");
  maker.Work(gpu, 0, 50, first);
  maker.Work(gpu, 10, 30, other);
  const HostView view(WaitingHost(maker));
  const auto devices = FindDeviceMoments(view);
  const std::vector<Moment>& owners = *devices[0].owners;
  REQUIRE(owners.size() == 3);
  CHECK(view.works[owners[1].work].name == "other");
  CHECK(owners[1].begin_ps == 10 * kUs);
  CHECK(owners[1].end_ps == 30 * kUs);
  int64_t shown_ps = 0;
  ForEachMomentIn(
      owners, 20 * kUs, 35 * kUs,
      [&](const Moment& moment) { shown_ps += moment.length_ps(); });
  CHECK(shown_ps == 15 * kUs);
}

TEST_CASE("a loop of a TPU has what its body leaves, and waits are not busy") {
  RecordedMaker maker;
  const uint32_t tpu = maker.Device(DeviceKind::kTpu);
  const uint32_t loop = maker.Node("while", "jit_f(1)", "while.1");
  const uint32_t done = maker.Node("copy-done", "jit_f(1)", "copy-done.2");
  maker.Work(tpu, 0, 100, loop);
  const uint32_t wait = maker.Work(tpu, 20, 50, done);
  maker.host().work.rows[wait].is_wait = true;
  const HostView view(WaitingHost(maker));
  const auto devices = FindDeviceMoments(view);
  CHECK(devices[0].compute.LengthPs() == 70 * kUs);
  CHECK(devices[0].busy.LengthPs() == 70 * kUs);
  CHECK(devices[0].occupied.LengthPs() == 100 * kUs);
}

TEST_CASE("a recording without works has no devices") {
  RecordedMaker maker;
  maker.Event(0, "f", 0, 10);
  const HostView view(WaitingHost(maker));
  CHECK(FindDeviceMoments(view).empty());
}

}  // namespace tfprof
