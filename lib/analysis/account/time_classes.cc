// SPDX-License-Identifier: Apache-2.0
#include "analysis/account/time_classes.h"

#include <algorithm>
#include <numeric>

#include "base/intervals.h"

namespace tfprof {

namespace {

// How much of [start, end) a set of spans covers, in O(log n).
class Coverage {
 public:
  explicit Coverage(Intervals intervals) : intervals_(std::move(intervals)) {
    intervals_.Normalize();
    before_.reserve(intervals_.spans().size());
    int64_t sum = 0;
    for (const Intervals::Span& span : intervals_.spans()) {
      before_.push_back(sum);
      sum += span.end - span.start;
    }
  }

  int64_t Of(int64_t start, int64_t end) const {
    return start < end ? UpTo(end) - UpTo(start) : 0;
  }

 private:
  int64_t UpTo(int64_t time) const {
    const auto& spans = intervals_.spans();
    const auto next =
        std::upper_bound(spans.begin(), spans.end(), time,
                         [](int64_t at, const Intervals::Span& span) {
                           return at < span.start;
                         });
    if (next == spans.begin()) return 0;
    const auto span = next - 1;
    return before_[static_cast<size_t>(span - spans.begin())] +
           std::min(time, span->end) - span->start;
  }

  Intervals intervals_;
  std::vector<int64_t> before_;  // by span: the length of those before it
};

int64_t& Of(ClassTimes& times, TimeClass what) {
  return times[static_cast<size_t>(what)];
}

}  // namespace

void DeviceTimes::Add(Activity what, int64_t start, int64_t end) {
  last_end_ = std::max(last_end_, end);
  if (start >= end) return;
  events_.push_back({start, what, 1});
  events_.push_back({end, what, -1});
}

// A sweep over a device's events. Time in which the device does nothing is left
// to Settle, which knows what the other devices do.
class ClassSweep {
 public:
  ClassSweep(DeviceTimes& times, int64_t start, int64_t end)
      : last_end_(times.last_end_) {
    std::sort(times.events_.begin(), times.events_.end(),
              [](const auto& a, const auto& b) { return a.at < b.at; });
    int64_t now = start;
    for (const DeviceTimes::Event& event : times.events_) {
      const int64_t at = std::clamp(event.at, start, end);
      if (at > now) Pass(now, at);
      now = std::max(now, at);
      under_way_[static_cast<size_t>(event.what)] += event.step;
    }
    if (now < end) Pass(now, end);
  }

  // When the device computes, copies or waits for input.
  const Intervals& busy() const { return busy_; }

  DeviceClasses Settle(const Coverage& anybody) {
    for (const Intervals::Span& span : idle_.spans()) {
      const int64_t waiting =
          anybody.Of(span.start, std::min(span.end, last_end_));
      Of(result_.ns, TimeClass::kWaiting) += waiting;
      Of(result_.ns, TimeClass::kIdle) += span.end - span.start - waiting;
    }
    return result_;
  }

 private:
  int64_t UnderWay(Activity what) const {
    return under_way_[static_cast<size_t>(what)];
  }

  void Pass(int64_t from, int64_t to) {
    using enum TimeClass;
    const int64_t computes = UnderWay(Activity::kCompute);
    const bool copies = UnderWay(Activity::kCopy) > 0;
    const bool waits = UnderWay(Activity::kInput) > 0;
    if (computes > 0 || copies || waits) busy_.Add(from, to);
    result_.computing_ns += computes * (to - from);
    TimeClass what = kQueued;
    if (computes > 0) {
      what = copies || waits ? kOverlap : kCompute;
    } else if (copies) {
      what = kCopy;
    } else if (waits) {
      what = kInput;
    } else if (UnderWay(Activity::kOverhead) > 0) {
      what = kOverhead;
    } else if (UnderWay(Activity::kQueued) == 0) {
      idle_.Add(from, to);
      return;
    }
    Of(result_.ns, what) += to - from;
  }

  const int64_t last_end_;
  std::array<int64_t, kActivityCount> under_way_{};
  Intervals busy_;
  Intervals idle_;
  DeviceClasses result_;
};

std::vector<DeviceClasses> ClassifyTimes(std::span<DeviceTimes> devices,
                                         int64_t start, int64_t end) {
  std::vector<ClassSweep> sweeps;
  Intervals busy;
  for (DeviceTimes& device : devices) {
    sweeps.emplace_back(device, start, end);
    busy.Add(sweeps.back().busy());
  }
  // Needs no exclusion of the device itself: it is not busy when idle.
  const Coverage anybody(std::move(busy));
  std::vector<DeviceClasses> classes;
  for (ClassSweep& sweep : sweeps) classes.push_back(sweep.Settle(anybody));
  return classes;
}

std::array<int64_t, kTimeClassCount> TenthsOf(const ClassTimes& times) {
  std::array<int64_t, kTimeClassCount> tenths{};
  const int64_t whole = std::accumulate(times.begin(), times.end(), int64_t{0});
  if (whole <= 0) return tenths;
  std::array<size_t, kTimeClassCount> order{};
  std::array<__int128, kTimeClassCount> left{};
  int64_t given = 0;
  for (size_t i = 0; i < kTimeClassCount; ++i) {
    const __int128 scaled = static_cast<__int128>(times[i]) * 1000;
    tenths[i] = static_cast<int64_t>(scaled / whole);
    left[i] = scaled % whole;
    given += tenths[i];
    order[i] = i;
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return left[a] > left[b]; });
  for (size_t i = 0; given + static_cast<int64_t>(i) < 1000; ++i) {
    ++tenths[order[i]];
  }
  return tenths;
}

}  // namespace tfprof
