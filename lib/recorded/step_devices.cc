// SPDX-License-Identifier: Apache-2.0
#include "recorded/step_devices.h"

#include <algorithm>

namespace tfprof {

StepDevices::StepDevices(std::vector<TimeSpan> windows,
                         std::span<const RecordedDevice> devices) {
  std::vector<uint32_t> order(windows.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return windows[a].begin_ps < windows[b].begin_ps;
  });
  // By place: the last end up to there.
  std::vector<int64_t> ends;
  int64_t last_ps = INT64_MIN;
  for (const uint32_t window : order) {
    ends.push_back(last_ps = std::max(last_ps, windows[window].end_ps));
  }
  for (uint32_t device = 0; device < devices.size(); ++device) {
    const std::vector<TimeSpan>& spans = devices[device].occupied.spans();
    for (size_t at = 0; at < order.size();) {
      const TimeSpan& window = windows[order[at]];
      const auto span = std::partition_point(
          spans.begin(), spans.end(),
          [&](const TimeSpan& it) { return it.end_ps <= window.begin_ps; });
      if (span == spans.end()) break;
      if (span->begin_ps < window.end_ps) {
        // Nothing runs in a window without length.
        if (window.begin_ps < window.end_ps) {
          pairs_.emplace_back(order[at], device);
        }
        ++at;
        continue;
      }
      // No window up to there goes on until the span begins.
      const auto next = std::partition_point(
          ends.begin(), ends.end(),
          [&](int64_t end_ps) { return end_ps <= span->begin_ps; });
      at = std::max(at + 1, static_cast<size_t>(next - ends.begin()));
    }
  }
  std::sort(pairs_.begin(), pairs_.end());
}

std::span<const StepDevices::Pair> StepDevices::Of(uint32_t window) const {
  const auto [first, end] = std::equal_range(
      pairs_.begin(), pairs_.end(), Pair(window, 0),
      [](const Pair& a, const Pair& b) { return a.first < b.first; });
  return {first, end};
}

}  // namespace tfprof
