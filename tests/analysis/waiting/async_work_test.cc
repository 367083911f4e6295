// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/device_moments.h"
#include "analysis/waiting/work_classes.h"
#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

TEST_CASE("work beside the instructions of a TPU is in flight") {
  RecordedMaker maker;
  const uint32_t tpu = maker.Device(DeviceKind::kTpu, 0);
  maker.Work(tpu, 0, 100, maker.Node("fusion.1", "jit_f", "fusion.1"));
  RecordedHost& host = maker.host();
  RecordedHost::AsyncWork& copy = host.async_work.emplace_back();
  copy.begin_ps = 80 * kUs;
  copy.end_ps = 130 * kUs;
  copy.display_name = host.strings.Intern("copy-start.3");
  RecordedHost::AsyncWork& reduce = host.async_work.emplace_back();
  reduce.begin_ps = 50 * kUs;
  reduce.end_ps = 70 * kUs;
  reduce.display_name = host.strings.Intern("all-reduce-start.1");
  const HostView view(WaitingHost(maker));
  CHECK(ClassOfAsync(view.host(), view.host().async_work[0]) ==
        WorkClass::kCopy);
  for (const DeviceMoments& row : FindDeviceMoments(view)) {
    CHECK(row.copies.all.LengthPs() == 50 * kUs);
    CHECK(row.copies.hidden.LengthPs() == 20 * kUs);
    CHECK(row.collectives.all.LengthPs() == 20 * kUs);
    CHECK(row.occupied.LengthPs() == 100 * kUs);
  }
}

}  // namespace tfprof
