// SPDX-License-Identifier: Apache-2.0
// Each nanosecond of a device in one class: what the device did, or what it
// was waiting for. Knows spans of time and nothing of records.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tfprof {

// What is under way on a device.
enum class Activity : uint8_t { kCompute, kCopy, kInput, kOverhead, kQueued };

inline constexpr size_t kActivityCount = 5;

// The first that holds, in this order of asking: overlap, compute, copy, input,
// overhead, queued, waiting, idle. Here in the order in which they are shown.
enum class TimeClass : uint8_t {
  kCompute,  // and nothing beside it
  kOverlap,  // computing, and a copy or a wait for input at once
  kCopy,
  kInput,
  kOverhead,  // around an operation
  kQueued,    // something is ready and has not started
  kWaiting,   // another device is busy, and this one still has work to end
  kIdle,
};

inline constexpr size_t kTimeClassCount = 8;

using ClassTimes = std::array<int64_t, kTimeClassCount>;  // ns

// The activities of one device in a window.
class DeviceTimes {
 public:
  // An empty span, or one that ends before it begins, is none.
  void Add(Activity what, int64_t start, int64_t end);

 private:
  friend class ClassSweep;

  struct Event {
    int64_t at = 0;
    Activity what = Activity::kCompute;
    int8_t step = 0;  // 1: begins, -1: ends
  };

  std::vector<Event> events_;
  int64_t last_end_ = INT64_MIN;
};

struct DeviceClasses {
  ClassTimes ns{};
  // Of all computing, added up: over that of its class and overlap it is how
  // much ran at once.
  int64_t computing_ns = 0;
};

// The classes of every device in [start, end), the devices of one host. Their
// sum is end - start for each. Sorts the devices' times. n log n.
std::vector<DeviceClasses> ClassifyTimes(std::span<DeviceTimes> devices,
                                         int64_t start, int64_t end);

// Shares in tenths of a percent that add up to 1000: rounded down, and what is
// left goes to the largest remainders, the first of equals. All 0 of no time.
std::array<int64_t, kTimeClassCount> TenthsOf(const ClassTimes& times);

}  // namespace tfprof
