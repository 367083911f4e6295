// SPDX-License-Identifier: Apache-2.0
#include "recorded/time_union.h"

#include <algorithm>
#include <utility>

namespace tfprof {

namespace {

bool IsBefore(const TimeSpan& a, const TimeSpan& b) {
  return a.begin_ps < b.begin_ps;
}

}  // namespace

TimeUnion::TimeUnion(std::vector<TimeSpan> spans) : spans_(std::move(spans)) {
  // Those of one lane come in order.
  if (!std::is_sorted(spans_.begin(), spans_.end(), IsBefore)) {
    std::sort(spans_.begin(), spans_.end(), IsBefore);
  }
  Join();
}

TimeUnion TimeUnion::Of(const TimeUnion& a, const TimeUnion& b) {
  TimeUnion both;
  both.spans_.resize(a.spans_.size() + b.spans_.size());
  std::merge(a.spans_.begin(), a.spans_.end(), b.spans_.begin(), b.spans_.end(),
             both.spans_.begin(), IsBefore);
  both.Join();
  return both;
}

void TimeUnion::Join() {
  size_t kept = 0;
  for (const TimeSpan span : spans_) {
    if (span.end_ps <= span.begin_ps) continue;
    if (kept > 0 && span.begin_ps <= spans_[kept - 1].end_ps) {
      spans_[kept - 1].end_ps = std::max(spans_[kept - 1].end_ps, span.end_ps);
    } else {
      spans_[kept++] = span;
    }
  }
  spans_.resize(kept);
  spans_.shrink_to_fit();
  before_ps_.reserve(kept);
  int64_t sum_ps = 0;
  for (const TimeSpan& span : spans_) {
    before_ps_.push_back(sum_ps += span.length_ps());
  }
}

int64_t TimeUnion::LengthPsBefore(int64_t at_ps) const {
  const auto after = std::partition_point(
      spans_.begin(), spans_.end(),
      [&](const TimeSpan& span) { return span.begin_ps < at_ps; });
  if (after == spans_.begin()) return 0;
  const size_t last = static_cast<size_t>(after - spans_.begin()) - 1;
  return before_ps_[last] - std::max<int64_t>(0, spans_[last].end_ps - at_ps);
}

int64_t TimeUnion::LengthPsIn(int64_t begin_ps, int64_t end_ps) const {
  if (end_ps <= begin_ps) return 0;
  return LengthPsBefore(end_ps) - LengthPsBefore(begin_ps);
}

}  // namespace tfprof
