// SPDX-License-Identifier: Apache-2.0
// A recording with three marked steps, whose paths are known.
#pragma once

#include <memory>

#include "analysis/waiting/recorded_path.h"
#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

// Steps 0, 1 and 2 of 100, 100 and 200 us. In each a launch of 10 us, its
// kernel of 60 us, and a read of the result; the rest is unknown: 18 us of
// steps 0 and 1, 118 us of step 2.
inline std::shared_ptr<const Capture> PathCapture() {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  for (int64_t step = 0; step < 3; ++step) {
    const int64_t at = 100 * step;
    maker.Marker(0, "train", step, at, at + (step == 2 ? 200 : 100));
    const uint32_t launch = maker.Event(0, "cuLaunchKernel", at + 10, at + 20);
    maker.Event(0, "np.asarray(jax.Array)", at + 20, at + 92);
    maker.Work(gpu, at + 22, at + 82, node, launch);
  }
  return WaitingCapture(maker, {{0, "python"}});
}

inline std::shared_ptr<const RecordedPath> PathOf(
    const std::shared_ptr<const Capture>& capture,
    const std::vector<uint32_t>& steps) {
  auto path = FindRecordedPath(capture, steps, MedianStepOf(*capture, steps), {});
  REQUIRE(path);
  return std::make_shared<const RecordedPath>(*std::move(path));
}

}  // namespace tfprof
