// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/collective_rows.h"

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

TEST_CASE("devices meet in a collective, and wait for the last one") {
  RecordedMaker maker;
  const uint32_t first = maker.Device(DeviceKind::kGpu, 0);
  const uint32_t second = maker.Device(DeviceKind::kGpu, 1);
  const uint32_t reduce = maker.Node("ncclDevKernel_AllReduce_Sum");
  maker.Work(first, 0, 10, reduce);  // before the other began to record
  maker.Work(first, 100, 150, reduce);
  maker.Work(first, 200, 230, reduce);
  maker.Work(second, 130, 150, reduce);
  maker.Work(second, 205, 230, reduce);
  const HostView view(WaitingHost(maker));
  const std::vector<CollectiveRow> rows =
      CollectivesOf(view, FindDeviceMoments(view));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].kind == "all-reduce");
  CHECK(rows[0].name == "ncclDevKernel_AllReduce_Sum");
  CHECK(rows[0].times == 3);
  CHECK(rows[0].length_ps == 90 * kUs);
  CHECK(rows[0].hidden_ps == 0);
  CHECK(rows[0].skew_ps == 35 * kUs);
  CHECK(rows[1].times == 2);
  CHECK(rows[1].skew_ps == 0);
}

TEST_CASE("one device meets nobody") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu, 0);
  maker.Work(gpu, 0, 10, maker.Node("ncclDevKernel_AllGather_RING"));
  const HostView view(WaitingHost(maker));
  const std::vector<CollectiveRow> rows =
      CollectivesOf(view, FindDeviceMoments(view));
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].kind == "all-gather");
  CHECK(!rows[0].skew_ps);
}

}  // namespace tfprof
