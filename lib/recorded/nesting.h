// SPDX-License-Identifier: Apache-2.0
// Nesting by containment: the parent of a span is the smallest one on its line
// that contains it; of equal spans the earlier one. Times are picoseconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "recorded/time_union.h"

namespace tfprof {

struct NestedSpan {
  TimeSpan span;
  uint32_t id = 0;      // the caller's
  uint32_t parent = 0;  // an index of the sorted list; kNoParent: none
  int64_t self_ps = 0;  // its length without the lengths of its children

  static constexpr uint32_t kNoParent = UINT32_MAX;
};

// Sorts the spans of a line by begin, the longest first, keeping the order of
// equal ones, and finds parents and self times.
void Nest(std::vector<NestedSpan>& spans);

// Calls `take(i, moments)` for the own moments of nested spans, those that no
// child takes. `end_of(i)` is the end of span i, which may be later than it was
// when the spans were nested.
template <typename EndOf, typename Take>
void ForEachOwnMoment(const std::vector<NestedSpan>& spans, EndOf end_of,
                      Take take) {
  std::vector<int64_t> at_ps(spans.size());
  const auto add = [&](size_t i, int64_t begin_ps, int64_t end_ps) {
    if (end_ps > begin_ps) take(i, TimeSpan{begin_ps, end_ps});
  };
  for (size_t i = 0; i < spans.size(); ++i) {
    const TimeSpan& span = spans[i].span;
    at_ps[i] = span.begin_ps;
    const uint32_t parent = spans[i].parent;
    if (parent == NestedSpan::kNoParent) continue;
    add(parent, at_ps[parent], span.begin_ps);
    if (span.end_ps > at_ps[parent]) at_ps[parent] = span.end_ps;
  }
  for (size_t i = 0; i < spans.size(); ++i) add(i, at_ps[i], end_of(i));
}

}  // namespace tfprof
