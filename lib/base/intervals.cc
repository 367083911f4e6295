// SPDX-License-Identifier: Apache-2.0
#include "base/intervals.h"

#include <algorithm>

#include "base/numbers.h"

namespace tfprof {

namespace {

int64_t LengthOf(const Intervals::Span& span) {
  return WrapAdd(span.end, WrapMultiply(span.start, -1));
}

}  // namespace

void Intervals::Normalize() {
  const auto by_start = [](const Span& a, const Span& b) {
    return a.start < b.start;
  };
  // Records of a device are often in order.
  if (!std::is_sorted(spans_.begin(), spans_.end(), by_start)) {
    std::sort(spans_.begin(), spans_.end(), by_start);
  }
  size_t kept = 0;
  for (const Span& span : spans_) {
    if (kept > 0 && span.start <= spans_[kept - 1].end) {
      spans_[kept - 1].end = std::max(spans_[kept - 1].end, span.end);
    } else {
      spans_[kept++] = span;
    }
  }
  spans_.resize(kept);
}

int64_t Intervals::Length() const {
  int64_t length = 0;
  for (const Span& span : spans_) length = WrapAdd(length, LengthOf(span));
  return length;
}

int64_t Intervals::OverlapWith(const Intervals& other) const {
  int64_t length = 0;
  auto there = other.spans_.begin();
  for (const Span& here : spans_) {
    while (there != other.spans_.end() && there->end <= here.start) ++there;
    for (auto at = there; at != other.spans_.end() && at->start < here.end;
         ++at) {
      length = WrapAdd(length, LengthOf({std::max(here.start, at->start),
                                         std::min(here.end, at->end)}));
    }
  }
  return length;
}

}  // namespace tfprof
