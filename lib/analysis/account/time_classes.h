// SPDX-License-Identifier: Apache-2.0
// Puts each nanosecond of a device in one class: what it did or waited for.
// Works on spans of time only, not on records.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tfprof {

// The activities of a device.
enum class Activity : uint8_t { kCompute, kCopy, kInput, kOverhead, kQueued };

inline constexpr size_t kActivityCount = 5;

// Listed in display order. A nanosecond gets the first class that applies of:
// overlap, compute, copy, input, overhead, queued, waiting, idle.
enum class TimeClass : uint8_t {
  kCompute,  // and no copy or input wait at once
  kOverlap,  // computing, and a copy or a wait for input at once
  kCopy,
  kInput,
  kOverhead,  // around an operation
  kQueued,    // something is ready and has not started
  kWaiting,   // another device is busy; this one has more to do later
  kIdle,
};

inline constexpr size_t kTimeClassCount = 8;

using ClassTimes = std::array<int64_t, kTimeClassCount>;  // ns

// The activities of one device in a time window.
class DeviceTimes {
 public:
  // Ignores spans whose end is not after their start.
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
  // Sum of all compute spans. Divided by the time of kCompute and kOverlap it
  // is how many ran at a time.
  int64_t computing_ns = 0;
};

// The classes of each device of one host in [start, end). The times of each
// device add up to end - start. Sorts `devices`' times. O(n log n).
std::vector<DeviceClasses> ClassifyTimes(std::span<DeviceTimes> devices,
                                         int64_t start, int64_t end);

// Shares in tenths of a percent that add up to 1000 (largest remainder method;
// of equal remainders the first). All 0 if all times are 0.
std::array<int64_t, kTimeClassCount> TenthsOf(const ClassTimes& times);

}  // namespace tfprof
