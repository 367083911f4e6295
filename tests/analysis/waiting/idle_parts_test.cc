// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/idle_parts.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/waiting_capture.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;


// "10 region load_batch": the length, the reason and the evidence of each part;
// '~' marks guesses.
Lines PartsIn(const HostView& view, const DeviceMoments& device, int64_t begin,
              int64_t end) {
  IdleExplainer explainer(view, device);
  Lines lines;
  for (const IdlePart& part : explainer.PartsOf({begin * kUs, end * kUs})) {
    lines.push_back(fmt::format(
        "{}{} {} {}", part.cause.certainty == Certainty::kGuess ? "~" : "",
        part.length_ps() / kUs, WordsOf(part.cause.reason),
        EvidenceText(view.host(), part.cause)));
  }
  return lines;
}

}  // namespace

TEST_CASE("a stretch is explained by the way to the next work") {
  const auto waiting = WaitingOf(LoadingCapture(), {0, 1});
  const WaitingOfProcess& process = waiting->processes[0];
  CHECK(PartsIn(*process.view, process.devices[0], 0, 60) ==
        Lines{"10 unknown ", "20 region load_batch", "10 unknown ",
              "10 launch cuLaunchKernel", "10 queued "});
}

TEST_CASE("without a next work the main thread is a guess") {
  const auto waiting = WaitingOf(LoadingCapture(), {1});
  const WaitingOfProcess& process = waiting->processes[0];
  CHECK(PartsIn(*process.view, process.devices[0], 200, 220) ==
        Lines{"~5 host_read np.asarray(jax.Array)", "15 unknown "});
}

TEST_CASE("the way goes on at the thread that gave the task") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  maker.Marker(0, "train", 0, 0, 100);
  maker.Event(0, "load_batch", 5, 20);
  const uint32_t giver = maker.Event(0, "PjitFunction(f)", 30, 40);
  const uint32_t task = maker.Event(1, "ExecuteHelper", 45, 60);
  const uint32_t launch = maker.Event(1, "cuLaunchKernel", 50, 60);
  maker.Work(gpu, 60, 100, node, launch);
  maker.Link(giver, task);
  const auto host = WaitingHost(maker, {{0, "python"}});
  const HostView view(host);
  const auto devices = FindDeviceMoments(view);
  CHECK(PartsIn(view, devices[0], 0, 60) ==
        Lines{"5 unknown ", "15 region load_batch", "10 unknown ",
              "15 runtime hand-over", "5 dispatch ExecuteHelper",
              "10 launch cuLaunchKernel"});
}

TEST_CASE("tasks in a circle end") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  const uint32_t first = maker.Event(0, "Run", 0, 50);
  const uint32_t launch = maker.Event(0, "cuLaunchKernel", 20, 30);
  const uint32_t other = maker.Event(1, "Run", 0, 50);
  maker.Work(gpu, 40, 50, node, launch);
  maker.Link(first, other);
  maker.Link(other, first);
  const HostView view(WaitingHost(maker));
  const auto devices = FindDeviceMoments(view);
  CHECK_FALSE(PartsIn(view, devices[0], 0, 40).empty());
}

TEST_CASE("a queued kernel waits for another device that runs") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu, 0);
  const uint32_t other = maker.Device(DeviceKind::kGpu, 1);
  const uint32_t node = maker.Node("gemm");
  const uint32_t launch = maker.Event(0, "cuLaunchKernel", 0, 10);
  maker.Work(gpu, 50, 60, node, launch);
  maker.Work(other, 20, 40, node);
  const HostView view(WaitingHost(maker));
  const auto devices = FindDeviceMoments(view);
  CHECK(PartsIn(view, devices[0], 0, 50) ==
        Lines{"10 launch cuLaunchKernel", "10 queued ", "20 other_device ",
              "10 queued "});
  CHECK(PartsIn(view, devices[2], 40, 50) == Lines{"10 queued "});
}

TEST_CASE("windows that overlap share a stretch") {
  const auto waiting = WaitingOf(LoadingCapture(), {0, 1});
  const DeviceMoments& device = waiting->processes[0].devices[0];
  const auto stretches = StretchesOf(
      device, {{0, 0, 100 * kUs}, {1, 0, 70 * kUs}, {2, 62 * kUs, 70 * kUs}});
  REQUIRE(stretches.size() == 2);
  CHECK(stretches[0].windows == 2);
  CHECK(stretches[0].length_ps() == 60 * kUs);
  CHECK(stretches[1].windows == 1);
  CHECK(stretches[1].begin_ps == 80 * kUs);
  CHECK_FALSE(stretches[0].is_short());
}

}  // namespace tfprof
