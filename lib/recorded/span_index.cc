// SPDX-License-Identifier: Apache-2.0
#include "recorded/span_index.h"

#include <algorithm>
#include <queue>

namespace tfprof {

SpanIndex::SpanIndex(std::vector<Span> spans, Prefers prefers, End end) {
  if (end == End::kExcluded) {
    for (Span& span : spans) --span.end_ps;
  }
  std::erase_if(spans, [](const Span& a) { return a.end_ps < a.begin_ps; });
  std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
    return a.begin_ps < b.begin_ps;
  });
  std::vector<int64_t> edges;
  edges.reserve(2 * spans.size());
  for (const Span& span : spans) {
    edges.push_back(span.begin_ps);
    edges.push_back(span.end_ps);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  pieces_.reserve(edges.size());
  // Spans that are open at the edge, the preferred one on top; those that have
  // ended leave when they come to the top.
  const auto is_worse = [&](const Span* a, const Span* b) {
    return prefers == Prefers::kFirstRow ? a->row > b->row : a->row < b->row;
  };
  std::priority_queue<const Span*, std::vector<const Span*>, decltype(is_worse)>
      open(is_worse);
  size_t next = 0;
  const auto best_of = [&](auto has_ended) {
    while (!open.empty() && has_ended(*open.top())) open.pop();
    return open.empty() ? kNone : open.top()->row;
  };
  for (const int64_t edge : edges) {
    for (; next < spans.size() && spans[next].begin_ps <= edge; ++next) {
      open.push(&spans[next]);
    }
    const uint32_t at = best_of([&](const Span& a) { return a.end_ps < edge; });
    const uint32_t after =
        best_of([&](const Span& a) { return a.end_ps <= edge; });
    pieces_.push_back({edge, at, after});
  }
}

uint32_t SpanIndex::RowAt(int64_t at_ps) const {
  const auto next = std::upper_bound(
      pieces_.begin(), pieces_.end(), at_ps,
      [](int64_t at, const Piece& piece) { return at < piece.at_ps; });
  if (next == pieces_.begin()) return kNone;
  const Piece& piece = *std::prev(next);
  return piece.at_ps == at_ps ? piece.row_at : piece.row_after;
}

}  // namespace tfprof
