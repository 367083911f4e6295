// SPDX-License-Identifier: Apache-2.0
// DeviceMoments: whose each moment of a device is. Times are picoseconds.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/waiting/host_view.h"
#include "base/shared.h"
#include "recorded/time_union.h"

namespace tfprof {

// A stretch of time that belongs to one work.
struct Moment {
  int64_t begin_ps = 0;
  int64_t end_ps = 0;
  uint32_t work = 0;  // of DeviceWorks

  int64_t length_ps() const { return end_ps - begin_ps; }
};

// Classes of the account's time, the highest first: a moment at which several
// works run belongs to the highest.
inline constexpr size_t kMomentClassCount = 6;
inline constexpr std::array<std::string_view, kMomentClassCount>
    kTimeClassWords = {"compute",  "collective", "copy d2h",
                       "copy h2d", "copy d2d",   "copy other"};

size_t TimeClassOf(const DeviceWork& work);

// All works of a class, and the part of that time under compute.
struct TimeInFlight {
  TimeUnion all;
  TimeUnion hidden;
};

struct DeviceMoments {
  std::string device;  // "/device:gpu:0", or "all" devices of a recording
  bool is_all = false;
  uint32_t device_row = kNoRow;  // of RecordedHost::devices; kNoRow: all
  // In order of begin. Those of one device are adjacent in DeviceWorks.
  std::vector<uint32_t> works;
  Shared<std::vector<Moment>> owners;  // each moment once, in order of time
  std::array<TimeUnion, kMomentClassCount> classes;
  TimeUnion occupied;
  TimeUnion busy;     // own moments of works that do not wait
  TimeUnion compute;  // own moments of compute
  TimeInFlight collectives;
  TimeInFlight copies;
};

// A row for each device with works, by name, and one for all of them; none
// without works.
std::vector<DeviceMoments> FindDeviceMoments(const HostView& view);

// Calls `take(moment)` for what lies of each moment in [begin_ps, end_ps).
template <typename Take>
void ForEachMomentIn(const std::vector<Moment>& moments, int64_t begin_ps,
                     int64_t end_ps, Take take) {
  auto at = std::partition_point(
      moments.begin(), moments.end(),
      [&](const Moment& moment) { return moment.end_ps <= begin_ps; });
  for (; at != moments.end() && at->begin_ps < end_ps; ++at) {
    take(Moment{std::max(at->begin_ps, begin_ps), std::min(at->end_ps, end_ps),
                at->work});
  }
}

}  // namespace tfprof
