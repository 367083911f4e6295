// SPDX-License-Identifier: Apache-2.0
#include "recorded/time_union.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tfprof {

namespace {

bool IsBefore(const TimeSpan& a, const TimeSpan& b) {
  return a.begin_ps < b.begin_ps;
}

}  // namespace

TimeUnion::TimeUnion(std::vector<TimeSpan> spans) {
  // Those of one lane come in order.
  if (!std::is_sorted(spans.begin(), spans.end(), IsBefore)) {
    std::sort(spans.begin(), spans.end(), IsBefore);
  }
  size_t kept = 0;
  for (const TimeSpan span : spans) {
    if (span.end_ps <= span.begin_ps) continue;
    if (kept > 0 && span.begin_ps <= spans[kept - 1].end_ps) {
      spans[kept - 1].end_ps = std::max(spans[kept - 1].end_ps, span.end_ps);
    } else {
      spans[kept++] = span;
    }
  }
  spans.resize(kept);
  spans.shrink_to_fit();
  Keep(std::move(spans));
}

void TimeUnion::Keep(std::vector<TimeSpan> spans) {
  if (spans.empty()) return;
  auto kept = std::make_shared<Spans>();
  kept->before_ps.reserve(spans.size() / kStride + 1);
  for (size_t i = 0; i < spans.size(); ++i) {
    if (i % kStride == 0) kept->before_ps.push_back(kept->length_ps);
    kept->length_ps += spans[i].length_ps();
  }
  kept->all = std::move(spans);
  spans_ = std::move(kept);
}

TimeUnion TimeUnion::Of(const TimeUnion& a, const TimeUnion& b) {
  if (b.empty() || a.spans() == b.spans()) return a;
  if (a.empty()) return b;
  // Calls `take` for each span of both. It runs twice: no more memory is taken
  // than the result needs.
  const auto merge = [&](auto take) {
    auto next_a = a.spans().begin();
    auto next_b = b.spans().begin();
    std::optional<TimeSpan> open;
    while (next_a != a.spans().end() || next_b != b.spans().end()) {
      const bool is_a =
          next_b == b.spans().end() ||
          (next_a != a.spans().end() && !IsBefore(*next_b, *next_a));
      const TimeSpan span = is_a ? *next_a++ : *next_b++;
      if (open && span.begin_ps <= open->end_ps) {
        open->end_ps = std::max(open->end_ps, span.end_ps);
        continue;
      }
      if (open) take(*open);
      open = span;
    }
    take(*open);
  };
  size_t count = 0;
  merge([&](const TimeSpan&) { ++count; });
  std::vector<TimeSpan> spans;
  spans.reserve(count);
  merge([&](const TimeSpan& span) { spans.push_back(span); });
  TimeUnion both;
  both.Keep(std::move(spans));
  return both;
}

int64_t TimeUnion::LengthPsBefore(int64_t at_ps) const {
  const std::vector<TimeSpan>& all = spans();
  const auto after = std::partition_point(
      all.begin(), all.end(),
      [&](const TimeSpan& span) { return span.begin_ps < at_ps; });
  if (after == all.begin()) return 0;
  const size_t last = static_cast<size_t>(after - all.begin()) - 1;
  int64_t length_ps = spans_->before_ps[last / kStride];
  for (size_t i = last / kStride * kStride; i <= last; ++i) {
    length_ps += all[i].length_ps();
  }
  return length_ps - std::max<int64_t>(0, all[last].end_ps - at_ps);
}

int64_t TimeUnion::LengthPsIn(int64_t begin_ps, int64_t end_ps) const {
  if (end_ps <= begin_ps) return 0;
  return LengthPsBefore(end_ps) - LengthPsBefore(begin_ps);
}

}  // namespace tfprof
