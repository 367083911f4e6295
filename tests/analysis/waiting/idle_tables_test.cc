// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/idle_tables.h"

#include <algorithm>

#include "support/catch.h"
#include "support/waiting_capture.h"

namespace tfprof {

namespace {

const IdleRow& RowOfKey(const std::vector<IdleRow>& rows,
                        std::string_view key) {
  const auto found =
      std::find_if(rows.begin(), rows.end(),
                   [&](const IdleRow& row) { return row.key == key; });
  REQUIRE(found != rows.end());
  return *found;
}

}  // namespace

TEST_CASE("each table of idle time adds up to the account") {
  const auto waiting = WaitingOf(LoadingCapture(), {0, 1});
  const WaitingOfProcess& process = waiting->processes[0];
  for (const DeviceMoments& device : process.devices) {
    const IdleTables tables = FindIdle(process, device);
    for (const auto* const rows :
         {&tables.by_reason, &tables.by_region, &tables.by_line}) {
      int64_t sum_ps = 0;
      for (const IdleRow& row : *rows) sum_ps += row.idle_ps;
      CHECK(sum_ps == 160 * kUs);
    }
    const IdleRow& region = RowOfKey(tables.by_reason, "region");
    CHECK(region.idle_ps == 40 * kUs);
    CHECK(region.recorded_ps == 40 * kUs);
    CHECK(region.stretches == 2);
    CHECK(region.short_stretches == 0);
    CHECK(region.longest_ps == 20 * kUs);
    CHECK(region.evidence == "load_batch");
    CHECK(RowOfKey(tables.by_region, "load_batch").idle_ps == 40 * kUs);
    CHECK(RowOfKey(tables.by_reason, "host_read").idle_ps == 10 * kUs);
    CHECK_FALSE(RowOfKey(tables.by_reason, "host_read").is_mostly_guess());
    CHECK(tables.by_stage.empty());
  }
}

TEST_CASE("time for input is divided by the stage that ran") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  maker.Marker(0, "train", 0, 0, 100);
  maker.Event(0, "IteratorGetNext", 0, 50);
  const uint32_t launch = maker.Event(0, "cuLaunchKernel", 50, 60);
  maker.Event(1, "Iterator::Root::Map", 10, 40);
  maker.Work(gpu, 60, 100, node, launch);
  const auto waiting =
      WaitingOf(WaitingCapture(maker, {{0, "python"}, {1, "tf_data"}}), {0});
  const WaitingOfProcess& process = waiting->processes[0];
  const IdleTables tables = FindIdle(process, process.devices[0]);
  REQUIRE(tables.by_stage.size() == 2);
  CHECK(tables.by_stage[0].stage == "Iterator::Root::Map");
  CHECK(tables.by_stage[0].idle_ps == 30 * kUs);
  CHECK(tables.by_stage[1].stage == "IteratorGetNext");
  CHECK(tables.by_stage[1].idle_ps == 20 * kUs);
}

}  // namespace tfprof
