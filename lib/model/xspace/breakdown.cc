// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/breakdown.h"

#include <algorithm>

namespace tfprof {

namespace {

size_t IndexOf(StepPart part) { return static_cast<size_t>(part); }

}  // namespace

bool Breakdown::Edge::operator<(const Edge& other) const {
  if (at_ps != other.at_ps) return at_ps < other.at_ps;
  if (is_begin != other.is_begin) return !is_begin;
  return part > other.part;
}

void Breakdown::Add(StepPart part, const SpanList::Span& span) {
  edges_.push_back({span.begin_ps, true, part});
  edges_.push_back({span.end_ps, false, part});
}

void Breakdown::Pass(const Edge& edge) {
  int64_t& open = open_[IndexOf(edge.part)];
  if (edge.is_begin) {
    ++open;
    now_ = std::max(now_, edge.part);
    return;
  }
  --open;
  if (edge.part != now_ || open != 0) return;
  size_t part = IndexOf(now_);
  while (part > 0 && open_[--part] <= 0) continue;
  now_ = static_cast<StepPart>(part);
}

StepParts Breakdown::Finish() {
  std::sort(edges_.begin(), edges_.end());
  StepParts parts;
  int64_t known = 0;
  for (size_t i = 0; i + 1 < edges_.size(); ++i) {
    Pass(edges_[i]);
    const int64_t begin = std::max(edges_[i].at_ps, step_.begin_ps);
    const int64_t end = std::min(edges_[i + 1].at_ps, step_.end_ps);
    const int64_t took = std::max<int64_t>(end - begin, 0);
    parts.ps[IndexOf(now_)] += took;
    parts.was_there[IndexOf(now_)] = true;
    known += took;
  }
  const int64_t length = step_.end_ps - step_.begin_ps;
  if (known < length) parts.ps[IndexOf(StepPart::kUnknown)] += length - known;
  return parts;
}

}  // namespace tfprof
