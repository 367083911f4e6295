// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <queue>
#include <vector>

namespace tfprof {

// The greatest by `is_less` of the spans that are open at each moment: pieces
// of the spans, disjoint and in order of time. `spans` are in order of begin
// and have begin_ps and end_ps.
template <typename Span, typename Less>
std::vector<Span> OwnersOf(const std::vector<Span>& spans, Less is_less) {
  std::priority_queue<Span, std::vector<Span>, Less> open(is_less);
  std::vector<Span> pieces;
  auto at_ps = decltype(Span::begin_ps)();
  for (size_t next = 0; next < spans.size() || !open.empty();) {
    if (open.empty()) at_ps = spans[next].begin_ps;
    while (next < spans.size() && spans[next].begin_ps <= at_ps) {
      open.push(spans[next++]);
    }
    while (!open.empty() && open.top().end_ps <= at_ps) open.pop();
    if (open.empty()) continue;
    Span piece = open.top();
    piece.begin_ps = at_ps;
    if (next < spans.size()) {
      piece.end_ps = std::min(piece.end_ps, spans[next].begin_ps);
    }
    at_ps = piece.end_ps;
    pieces.push_back(piece);
  }
  return pieces;
}

}  // namespace tfprof
