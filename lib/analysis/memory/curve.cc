// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/curve.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/numbers.h"
#include "base/segment_tree.h"

namespace tfprof {

namespace {

struct Change {
  int64_t at_us = 0;
  int64_t bytes = 0;
};

std::vector<Change> ChangesOf(std::span<const Buffer> buffers,
                              int64_t least_block) {
  std::vector<Change> changes;
  changes.reserve(2 * buffers.size());
  for (const Buffer& buffer : buffers) {
    if (buffer.bytes < least_block) continue;
    changes.push_back({buffer.start_us, buffer.bytes});
    if (buffer.end_us != Buffer::kNever) {
      changes.push_back({buffer.end_us, -buffer.bytes});
    }
  }
  std::stable_sort(
      changes.begin(), changes.end(),
      [](const Change& a, const Change& b) { return a.at_us < b.at_us; });
  return changes;
}

// The bytes in use during a report, at the least and at the most.
class LevelsOfCurve {
 public:
  explicit LevelsOfCurve(const MemoryCurve& curve)
      : curve_(curve), levels_(curve.bytes, curve.bytes) {}

  std::pair<int64_t, int64_t> Within(const MemoryAccount::Sample& sample) const;

 private:
  size_t RowAfter(int64_t at_us) const {
    return static_cast<size_t>(std::distance(
        curve_.at_us.begin(),
        std::upper_bound(curve_.at_us.begin(), curve_.at_us.end(), at_us)));
  }

  const MemoryCurve& curve_;
  const SegmentTree levels_;
};

std::pair<int64_t, int64_t> LevelsOfCurve::Within(
    const MemoryAccount::Sample& sample) const {
  const size_t first = RowAfter(sample.from_us);
  const size_t last = RowAfter(sample.to_us);
  const int64_t before = first > 0 ? curve_.bytes[first - 1] : 0;
  if (first >= last) return {before, before};
  return {std::min(before, levels_.LeastLow(first, last)),
          std::max(before, levels_.GreatestHigh(first, last))};
}

}  // namespace

MemoryCurve CurveOf(std::span<const Buffer> buffers, int64_t least_block) {
  MemoryCurve curve;
  const std::vector<Change> changes = ChangesOf(buffers, least_block);
  int64_t level = 0;
  for (size_t i = 0; i < changes.size();) {
    const int64_t at_us = changes[i].at_us;
    int64_t taken = 0;
    int64_t released = 0;
    const int64_t first = changes[i].bytes;
    for (; i < changes.size() && changes[i].at_us == at_us; ++i) {
      int64_t& sum = changes[i].bytes > 0 ? taken : released;
      sum = WrapAdd(sum, changes[i].bytes);
    }
    // Without allocations the first release has happened.
    const int64_t most = WrapAdd(level, taken > 0 ? taken : first);
    curve.at_most_bytes = std::max(curve.at_most_bytes, most);
    curve.at_most.push_back(most);
    level = WrapAdd(level, WrapAdd(taken, released));
    if (level > curve.peak_bytes) {
      curve.peak_bytes = level;
      curve.peak_us = at_us;
    }
    curve.at_us.push_back(at_us);
    curve.bytes.push_back(level);
  }
  return curve;
}

BaseLevel FindBase(const MemoryCurve& curve,
                   std::span<const MemoryAccount::Sample> samples) {
  if (samples.empty()) return {};
  const LevelsOfCurve levels(curve);
  // Each sample allows a range of bases; +1 begins one, -1 ends it.
  std::vector<std::pair<int64_t, int>> ends;
  for (const MemoryAccount::Sample& sample : samples) {
    const auto [least, most] = levels.Within(sample);
    ends.emplace_back(WrapAdd(sample.bytes, -most), -1);
    ends.emplace_back(WrapAdd(sample.bytes, -least), 1);
  }
  std::sort(ends.begin(), ends.end());
  BaseLevel base;
  int64_t agree = 0;
  for (const auto& [bytes, side] : ends) {
    agree -= side;
    if (agree > base.agree) base = {bytes, agree};
  }
  return base;
}

std::vector<Stretch> StretchesOf(const MemoryCurve& curve,
                                 std::vector<MemoryAccount::Sample> samples) {
  std::sort(samples.begin(), samples.end(), [](const auto& a, const auto& b) {
    return std::tie(a.from_us, a.to_us, a.bytes) <
           std::tie(b.from_us, b.to_us, b.bytes);
  });
  const LevelsOfCurve levels(curve);
  std::vector<Stretch> stretches;
  for (const MemoryAccount::Sample& sample : samples) {
    const auto [least, most] = levels.Within(sample);
    const int64_t low = WrapAdd(sample.bytes, -most);
    const int64_t high = WrapAdd(sample.bytes, -least);
    if (!stretches.empty()) {
      Stretch& last = stretches.back();
      if (std::max(last.low, low) <= std::min(last.high, high)) {
        last.to_us = std::max(last.to_us, sample.to_us);
        last.low = std::max(last.low, low);
        last.high = std::min(last.high, high);
        continue;
      }
    }
    stretches.push_back({sample.from_us, sample.to_us, low, high});
  }
  return stretches;
}

std::vector<Stretch> UnrecordedOver(const MemoryCurve& curve,
                                    std::span<const Stretch> stretches) {
  const size_t count = stretches.size();
  // Any stretch may hold if windows of reports overlap so that none does.
  Stretch any = stretches[0];
  for (const Stretch& stretch : stretches) {
    any.low = std::min(any.low, stretch.low);
    any.high = std::max(any.high, stretch.high);
  }
  std::vector<Stretch> result;
  result.reserve(curve.at_us.size());
  size_t first = 0;  // the first stretch whose next one has not begun
  for (const int64_t at_us : curve.at_us) {
    while (first + 1 < count && stretches[first + 1].from_us < at_us) ++first;
    Stretch here{at_us, at_us, INT64_MAX, INT64_MIN};
    for (size_t i = first; i < count; ++i) {
      // A stretch may hold from the last report of the one before it on.
      if (i > first && stretches[i - 1].from_us > at_us) break;
      if (i > 0 && stretches[i - 1].to_us > at_us) continue;
      here.low = std::min(here.low, stretches[i].low);
      here.high = std::max(here.high, stretches[i].high);
    }
    if (here.low > here.high) here = {at_us, at_us, any.low, any.high};
    result.push_back(here);
  }
  return result;
}

WholePeak FindWholePeak(const MemoryCurve& curve,
                        std::span<const Stretch> stretches) {
  WholePeak peak;
  if (curve.at_us.empty()) {
    for (const Stretch& stretch : stretches) {
      peak.bytes = std::max(peak.bytes, stretch.low);
      peak.at_most_bytes = std::max(peak.at_most_bytes, stretch.high);
    }
    peak.unrecorded = peak.bytes;
    return peak;
  }
  const std::vector<Stretch> unrecorded = UnrecordedOver(curve, stretches);
  for (size_t i = 0; i < unrecorded.size(); ++i) {
    const int64_t low = std::max<int64_t>(0, unrecorded[i].low);
    const int64_t bytes = WrapAdd(curve.bytes[i], low);
    const int64_t most = WrapAdd(curve.at_most[i], unrecorded[i].high);
    if (!peak.at_us || bytes > peak.bytes) {
      peak.bytes = bytes;
      peak.at_us = curve.at_us[i];
      peak.unrecorded = low;
    }
    if (i == 0 || most > peak.at_most_bytes) peak.at_most_bytes = most;
  }
  peak.at_most_bytes = std::max(peak.at_most_bytes, peak.bytes);
  return peak;
}

}  // namespace tfprof
