// SPDX-License-Identifier: Apache-2.0
// Collectives by device: their time, how much of it compute hides, and how long
// the device waited for the last one. Times are picoseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/waiting/device_moments.h"
#include "analysis/waiting/host_view.h"

namespace tfprof {

struct CollectiveRow {
  uint32_t device = 0;  // of RecordedHost::devices
  std::string_view kind;
  std::string_view name;
  uint64_t times = 0;
  int64_t length_ps = 0;
  int64_t hidden_ps = 0;  // under compute of the device
  // How long the device was there before the last one; nothing if its
  // executions met none of other devices.
  std::optional<int64_t> skew_ps;
};

// By device in their order, then the longest first. Texts are of the view.
std::vector<CollectiveRow> CollectivesOf(
    const HostView& view, const std::vector<DeviceMoments>& devices);

}  // namespace tfprof
