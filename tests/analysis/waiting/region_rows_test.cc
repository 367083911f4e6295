// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/region_rows.h"

#include <string>
#include <tuple>
#include <vector>

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

namespace {

// Path, count, and total, self and device time in us.
using RegionRow = std::tuple<std::string, uint64_t, int64_t, int64_t, int64_t>;

std::vector<RegionRow> RegionRowsOf(const HostView& view) {
  const RegionTree tree(view);
  std::vector<RegionRow> rows;
  for (const uint32_t region : tree.InOrder()) {
    const RegionTree::Region& row = tree[region];
    rows.emplace_back(tree.PathOf(region), row.count, row.total_ps / kUs,
                      row.self_ps / kUs, row.device_ps / kUs);
  }
  return rows;
}

}  // namespace

TEST_CASE("regions are a tree of annotations and markers") {
  RecordedMaker maker;
  maker.Marker(0, "train", 1, 0, 100);
  maker.Event(0, "load", 10, 40);
  maker.Event(0, "decode", 15, 25);
  maker.Event(0, "load", 50, 60);
  maker.Marker(0, "train", 2, 100, 200);
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  CHECK(RegionRowsOf(view) ==
        std::vector<RegionRow>{{"train", 2, 200, 160, 0},
                               {"train/load", 2, 40, 30, 0},
                               {"train/load/decode", 1, 10, 10, 0}});
}

TEST_CASE("work is of the region that launched it") {
  RecordedMaker maker;
  maker.Event(0, "forward", 0, 50);
  const uint32_t call = maker.Event(0, "cuLaunchKernel", 10, 12);
  maker.StatsOf(call).has |= HostEvents::kCorrelationId;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  // It runs after the region ended.
  maker.Work(gpu, 60, 90, maker.Node("gemm"), call);
  maker.Work(gpu, 90, 95, maker.Node("of nobody"));
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  CHECK(RegionRowsOf(view) ==
        std::vector<RegionRow>{{"forward", 1, 50, 50, 30}});
}

TEST_CASE("regions of equal paths are one") {
  RecordedMaker maker;
  maker.Event(0, "a/b", 0, 10);
  maker.Event(0, "a", 20, 50);
  maker.Event(0, "b", 30, 40);
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  CHECK(RegionRowsOf(view) ==
        std::vector<RegionRow>{{"a", 1, 30, 20, 0}, {"a/b", 2, 20, 20, 0}});
}

TEST_CASE("an event inside a call of the runtime is no region") {
  RecordedMaker maker;
  maker.Event(0, "PjitFunction(f)", 0, 100);
  maker.Event(0, "mine", 10, 20);
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  CHECK(RegionRowsOf(view).empty());
}

TEST_CASE("regions may be very deep") {
  RecordedMaker maker;
  constexpr int64_t kDepth = 5000;
  for (int64_t i = 0; i < kDepth; ++i) {
    maker.Event(0, "r", i, 3 * kDepth - i);
  }
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  const RegionTree tree(view);
  CHECK(tree.InOrder().size() == kDepth);
  CHECK(tree.PathOf(kDepth - 1).size() == 2 * kDepth - 1);
}

}  // namespace tfprof
