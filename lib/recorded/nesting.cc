// SPDX-License-Identifier: Apache-2.0
#include "recorded/nesting.h"

#include <algorithm>

namespace tfprof {

void Nest(std::vector<NestedSpan>& spans) {
  const auto is_before = [](const NestedSpan& a, const NestedSpan& b) {
    return a.span.begin_ps != b.span.begin_ps
               ? a.span.begin_ps < b.span.begin_ps
               : a.span.end_ps > b.span.end_ps;
  };
  if (!std::is_sorted(spans.begin(), spans.end(), is_before)) {
    std::stable_sort(spans.begin(), spans.end(), is_before);
  }
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < spans.size(); ++i) {
    NestedSpan& it = spans[i];
    while (!open.empty() && spans[open.back()].span.end_ps < it.span.end_ps) {
      open.pop_back();
    }
    it.self_ps = it.span.length_ps();
    it.parent = open.empty() ? NestedSpan::kNoParent : open.back();
    if (!open.empty()) spans[open.back()].self_ps -= it.span.length_ps();
    open.push_back(i);
  }
}

}  // namespace tfprof
