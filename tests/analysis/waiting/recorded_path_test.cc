// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/recorded_path.h"

#include <vector>

#include <fmt/format.h>

#include "analysis/waiting/idle_tables.h"
#include "support/catch.h"
#include "support/path_capture.h"

namespace tfprof {

namespace {

// Checks that idle time adds up, as chains do, which else are an error.
void CheckThatItIsExplained(RecordedMaker& maker) {
  const auto capture = WaitingCapture(maker, {{0, "python"}});
  const RecordedWaiting waiting = FindWaiting(capture, {0});
  for (const DeviceMoments& device : waiting.processes[0].devices) {
    int64_t told_ps = 0;
    for (const IdleRow& row :
         FindIdle(waiting.processes[0], device).by_reason) {
      told_ps += row.idle_ps;
    }
    CHECK(told_ps == AccountOf(device, waiting.processes[0].windows).idle_ps);
  }
  const auto path = FindRecordedPath(capture, {0}, 0, {});
  REQUIRE(path);
  CHECK(path->steps.size() == 1);
}

}  // namespace

TEST_CASE("the median step is the shorter of two, then the earlier") {
  const auto capture = PathCapture();
  REQUIRE(capture->steps.size() == 3);
  CHECK(MedianStepOf(*capture, {0, 1, 2}) == 1);
  CHECK(MedianStepOf(*capture, {1, 2}) == 1);
  CHECK(MedianStepOf(*capture, {0, 1}) == 0);
  CHECK(MedianStepOf(*capture, {2}) == 2);
}

TEST_CASE("each chosen step has sums, and the median its pieces") {
  const auto path = PathOf(PathCapture(), {0, 2});
  REQUIRE(path->steps.size() == 2);
  CHECK(path->median == 0);
  for (const ChainOfStep& chain : path->steps) {
    CHECK(chain.sums.work_ps == 60 * kUs);
    CHECK(chain.sums.occupied_ps == 60 * kUs);
    CHECK(chain.sums.hidden_work_ps == 0);
    CHECK(chain.sums.Of(WaitReason::kHostRead) == 10 * kUs);
    CHECK(chain.sums.Of(WaitReason::kQueued) == 2 * kUs);
  }
  CHECK(path->steps[0].sums.Of(WaitReason::kUnknown) == 18 * kUs);
  CHECK(path->steps[1].sums.Of(WaitReason::kUnknown) == 118 * kUs);
  CHECK(path->MedianOf(0) == &path->steps[0]);
  CHECK(path->pieces[0].size() == path->steps[0].sums.pieces);
}

TEST_CASE(
    "parts of a chain are its pieces by kind and name, the longest first") {
  const auto path = PathOf(PathCapture(), {0});
  const std::vector<ChainPart> parts = path->PartsOf(0);
  REQUIRE(parts.size() == 5);
  CHECK(parts[0].Kind() == "work");
  CHECK(parts[0].name == "gemm");
  CHECK(parts[0].path_ps == 60 * kUs);
  CHECK(parts[1].Kind() == "unknown");
  CHECK(parts[1].times == 2);
  int64_t sum_ps = 0;
  for (const ChainPart& part : parts) sum_ps += part.path_ps;
  CHECK(sum_ps == 100 * kUs);
}

TEST_CASE("a recording without works has no paths") {
  RecordedMaker maker;
  maker.Marker(0, "train", 1, 0, 100);
  const auto capture = WaitingCapture(maker);
  REQUIRE(capture->steps.size() == 1);
  const auto path = PathOf(capture, {0});
  CHECK(path->steps.empty());
  CHECK(path->MedianOf(0) == nullptr);
}

TEST_CASE("links in a circle end") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  maker.Marker(0, "train", 0, 0, 1000);
  const uint32_t a = maker.Event(1, "Schedule", 10, 400);
  const uint32_t launch = maker.Event(1, "cuLaunchKernel", 300, 310);
  const uint32_t b = maker.Event(2, "Run", 10, 400);
  const uint32_t c = maker.Event(3, "Run", 10, 400);
  maker.Link(a, b);
  maker.Link(b, c);
  maker.Link(c, a);
  maker.Work(gpu, 500, 600, node, launch);
  CheckThatItIsExplained(maker);
}

TEST_CASE("frames may be 5,000 deep") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  maker.Marker(0, "train", 0, 0, 20000);
  constexpr int64_t kDepth = 5000;
  for (int64_t i = 0; i < kDepth; ++i) {
    maker.Event(0, fmt::format("$own.py:{} f{}", i, i), 1 + i, 20000 - i);
  }
  const uint32_t launch = maker.Event(0, "cuLaunchKernel", 6000, 6010);
  maker.Work(gpu, 7000, 8000, node, launch);
  CheckThatItIsExplained(maker);
}

TEST_CASE("a task may pass through many threads") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  maker.Marker(0, "train", 0, 0, 30000);
  uint32_t giver = maker.Event(0, "Schedule", 1, 2);
  uint32_t launch = kNoRow;
  for (uint32_t thread = 1; thread < 99; ++thread) {
    const uint32_t task = maker.Event(thread, "Run", 10 * thread, 20000);
    launch = maker.Event(thread, "cuLaunchKernel", 10000, 10010);
    maker.Link(giver, task);
    giver = task;
  }
  maker.Work(gpu, 21000, 22000, node, launch);
  CheckThatItIsExplained(maker);
}

}  // namespace tfprof
