// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/device_works.h"

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

TEST_CASE("beside an accelerator a CPU has no works") {
  RecordedMaker maker;
  const uint32_t cpu = maker.Device(DeviceKind::kCpu);
  const uint32_t node = maker.Node("dot", "jit_f(1)", "dot.1");
  const uint32_t event = maker.Event(0, "dot.1", 0, 10);
  maker.OfEvent(maker.Work(cpu, 0, 10, node), event);
  SECTION("alone it has") {
    const HostView view(WaitingHost(maker));
    REQUIRE(view.works.size() == 1);
    CHECK(view.works[0].is_own_launch());
    CHECK(view.works[0].name == "dot.1");
    CHECK(view.works.OfEvent(event) == 0);
  }
  SECTION("with a GPU that runs something") {
    const uint32_t gpu = maker.Device(DeviceKind::kGpu);
    maker.Work(gpu, 20, 30, node);
    maker.Work(gpu, 30, 30, node);  // no length
    const HostView view(WaitingHost(maker));
    REQUIRE(view.works.size() == 1);
    CHECK(view.works[0].device == gpu);
    CHECK_FALSE(view.works[0].is_own_launch());
    CHECK(view.works.OfEvent(event) == kNoRow);
  }
}

TEST_CASE("the work before on a lane counts if it had ended") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("kernel");
  maker.Work(gpu, 0, 10, node);
  maker.Work(gpu, 10, 30, node);
  maker.Work(gpu, 20, 40, node);
  const HostView view(WaitingHost(maker));
  CHECK(view.works[0].before == kNoRow);
  CHECK(view.works[1].before == 0);
  CHECK(view.works[2].before == kNoRow);
  CHECK(view.works.occupied().LengthPs() == 40 * kUs);
}

TEST_CASE("executions of a collective meet by their number from the last") {
  RecordedMaker maker;
  const uint32_t first = maker.Device(DeviceKind::kGpu, 0);
  const uint32_t other = maker.Device(DeviceKind::kGpu, 1);
  const uint32_t node = maker.Node("all-reduce", "jit_f(1)", "all-reduce.3");
  maker.Work(first, 0, 5, node);  // the other device did not record yet
  maker.Work(first, 10, 30, node);
  maker.Work(first, 42, 60, node);
  maker.Work(other, 20, 30, node);
  maker.Work(other, 40, 60, node);
  const HostView view(WaitingHost(maker));
  CHECK(view.works[0].kind == "all-reduce");
  CHECK(view.works.LastArrivalOf(0) == kNoRow);
  CHECK(view.works.LastArrivalOf(1) == 3);
  CHECK(view.works.LastArrivalOf(2) == kNoRow);
  CHECK(view.works.LastArrivalOf(3) == kNoRow);
  CHECK(view.works.LastArrivalOf(4) == 2);
}

}  // namespace tfprof
