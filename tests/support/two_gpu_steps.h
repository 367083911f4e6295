// SPDX-License-Identifier: Apache-2.0
// A recording of two steps of a GPU, and sections that are made of it.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/recording/capture_sections.h"
#include "support/catch.h"
#include "support/recorded_maker.h"

namespace tfprof {

// Two steps of a GPU, the second without work, and a GPU that ran nothing.
inline RecordedMaker TwoGpuSteps() {
  RecordedMaker maker;
  maker.Marker(0, "train", 20, 0, 100);
  maker.Marker(0, "train", 21, 100, 200);
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  maker.Device(DeviceKind::kGpu, 1);
  maker.Work(gpu, 10, 40, maker.Node("dense/MatMul"));
  maker.Work(gpu, 300, 310, maker.Node("dense/Relu"));
  return maker;
}

inline SharedCapture CaptureOf(
    std::vector<std::shared_ptr<RecordedHost>> hosts) {
  return std::make_shared<const Capture>(MakeCapture(std::move(hosts)));
}

inline Section SectionOf(std::vector<Section> sections,
                         std::string_view heading) {
  for (Section& section : sections) {
    if (section.heading == heading) return std::move(section);
  }
  FAIL("no such section");
  return {};
}

}  // namespace tfprof
