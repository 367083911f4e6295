// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/curve.h"

#include <algorithm>
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
  std::sort(changes.begin(), changes.end(),
            [](const Change& a, const Change& b) { return a.at_us < b.at_us; });
  return changes;
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
    for (; i < changes.size() && changes[i].at_us == at_us; ++i) {
      int64_t& sum = changes[i].bytes > 0 ? taken : released;
      sum = WrapAdd(sum, changes[i].bytes);
    }
    curve.at_most_bytes = std::max(curve.at_most_bytes, WrapAdd(level, taken));
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
  const SegmentTree levels(curve.bytes, curve.bytes);
  // Each sample allows a range of bases; +1 begins one, -1 ends it.
  std::vector<std::pair<int64_t, int>> ends;
  for (const MemoryAccount::Sample& sample : samples) {
    const auto row_after = [&](int64_t at_us) {
      return static_cast<size_t>(std::distance(
          curve.at_us.begin(),
          std::upper_bound(curve.at_us.begin(), curve.at_us.end(), at_us)));
    };
    // The bytes in use during the sample, at the least and at the most.
    const size_t first = row_after(sample.from_us);
    const size_t last = row_after(sample.to_us);
    int64_t least = first > 0 ? curve.bytes[first - 1] : 0;
    int64_t most = least;
    if (first < last) {
      least = std::min(least, levels.LeastLow(first, last));
      most = std::max(most, levels.GreatestHigh(first, last));
    }
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

}  // namespace tfprof
