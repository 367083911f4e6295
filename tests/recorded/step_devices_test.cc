// SPDX-License-Identifier: Apache-2.0
#include "recorded/step_devices.h"

#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

std::vector<RecordedDevice> Devices(
    const std::vector<std::vector<TimeSpan>>& occupied) {
  std::vector<RecordedDevice> devices(occupied.size());
  for (size_t i = 0; i < occupied.size(); ++i) {
    devices[i].occupied = TimeUnion(occupied[i]);
  }
  return devices;
}

}  // namespace

TEST_CASE("windows meet the devices that run in them") {
  // In no order; the second one holds others.
  const std::vector<TimeSpan> windows{{50, 60}, {0, 100}, {10, 20},
                                      {20, 30}, {90, 90}, {200, 300}};
  const StepDevices found(
      windows,
      Devices({{{0, 5}, {15, 25}}, {}, {{20, 21}, {59, 70}}, {{250, 251}}}));
  using Pairs = std::vector<StepDevices::Pair>;
  CHECK(found.pairs() ==
        Pairs{{0, 2}, {1, 0}, {1, 2}, {2, 0}, {3, 0}, {3, 2}, {5, 3}});
  const auto of = found.Of(3);
  CHECK(Pairs(of.begin(), of.end()) == Pairs{{3, 0}, {3, 2}});
  CHECK(found.Of(4).empty());
}

TEST_CASE("windows meet devices as each pair tells") {
  uint32_t state = 1;
  const auto random = [&](uint32_t below) {
    state = state * 1664525 + 1013904223;
    return static_cast<int64_t>((state >> 8) % below);
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<TimeSpan> windows;
    for (int64_t i = random(12); i > 0; --i) {
      const int64_t begin = random(60);
      windows.push_back({begin, begin + random(20)});
    }
    std::vector<std::vector<TimeSpan>> spans(static_cast<size_t>(random(5)));
    for (auto& of_device : spans) {
      for (int64_t i = random(6); i > 0; --i) {
        const int64_t begin = random(70);
        of_device.push_back({begin, begin + random(9)});
      }
    }
    const std::vector<RecordedDevice> devices = Devices(spans);
    std::vector<StepDevices::Pair> wanted;
    for (uint32_t w = 0; w < windows.size(); ++w) {
      for (uint32_t d = 0; d < devices.size(); ++d) {
        if (devices[d].occupied.LengthPsIn(windows[w].begin_ps,
                                           windows[w].end_ps) > 0) {
          wanted.emplace_back(w, d);
        }
      }
    }
    CHECK(StepDevices(windows, devices).pairs() == wanted);
  }
}

}  // namespace tfprof
