// SPDX-License-Identifier: Apache-2.0
// A recording with two marked steps whose idle time has known reasons.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "analysis/waiting/recorded_waiting.h"
#include "support/waiting_host.h"

namespace tfprof {

// Steps 0 and 1 of 100 us, 20 us apart. In each the program loads for 20 us in
// a region, launches a kernel in 10 us, which is queued for 10 us, runs for
// 20 us and is read 5 us later than it ends.
inline std::shared_ptr<const Capture> LoadingCapture() {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  for (int64_t step = 0; step < 2; ++step) {
    const int64_t at = 120 * step;
    maker.Marker(0, "train", step, at, at + 100);
    maker.Event(0, "load_batch", at + 10, at + 30);
    const uint32_t launch = maker.Event(0, "cuLaunchKernel", at + 40, at + 50);
    maker.Event(0, "np.asarray(jax.Array)", at + 55, at + 85);
    maker.Work(gpu, at + 60, at + 80, node, launch);
  }
  return WaitingCapture(maker, {{0, "python"}});
}

// A step of 100 us. The program loads for 40 us in a region and launches in
// 10 us the kernel that runs until the end.
inline std::shared_ptr<const Capture> OneLoadCapture() {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  maker.Marker(0, "train", 0, 0, 100);
  maker.Event(0, "load_batch", 0, 40);
  const uint32_t launch = maker.Event(0, "cuLaunchKernel", 40, 50);
  maker.Work(gpu, 50, 100, node, launch);
  return WaitingCapture(maker, {{0, "python"}});
}

inline std::shared_ptr<const RecordedWaiting> WaitingOf(
    std::shared_ptr<const Capture> capture, std::vector<uint32_t> steps) {
  return std::make_shared<const RecordedWaiting>(
      FindWaiting(std::move(capture), steps));
}

}  // namespace tfprof
