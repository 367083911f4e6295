// SPDX-License-Identifier: Apache-2.0
#include "base/segment_tree.h"

#include <algorithm>
#include <bit>

namespace tfprof {

void SegmentTree::Node::Include(const Node& other) {
  low = std::min(low, other.low);
  high = std::max(high, other.high);
}

SegmentTree::SegmentTree(std::span<const int64_t> lows,
                         std::span<const int64_t> highs)
    : leaves_(std::bit_ceil(lows.size())), nodes_(2 * leaves_) {
  for (size_t i = 0; i < lows.size(); ++i) {
    nodes_[leaves_ + i] = {lows[i], highs[i]};
  }
  for (size_t i = leaves_; i-- > 1;) {
    nodes_[i].Include(nodes_[2 * i]);
    nodes_[i].Include(nodes_[2 * i + 1]);
  }
}

size_t SegmentTree::FindLast(size_t first, size_t last, int64_t most_low,
                             int64_t least_high) const {
  if (first >= last) return kNone;
  return FindBelow(1, 0, leaves_, first, last, {most_low, least_high});
}

size_t SegmentTree::FindBelow(size_t node, size_t begin, size_t width,
                              size_t first, size_t last,
                              const Node& wanted) const {
  if (begin >= last || begin + width <= first) return kNone;
  if (nodes_[node].low > wanted.low || nodes_[node].high < wanted.high) {
    return kNone;
  }
  if (width == 1) return begin;
  const size_t half = width / 2;
  const size_t right =
      FindBelow(2 * node + 1, begin + half, half, first, last, wanted);
  if (right != kNone) return right;
  return FindBelow(2 * node, begin, half, first, last, wanted);
}

SegmentTree::Node SegmentTree::Join(size_t first, size_t last) const {
  Node join;
  for (first += leaves_, last += leaves_; first < last; first /= 2, last /= 2) {
    if (first % 2 == 1) join.Include(nodes_[first++]);
    if (last % 2 == 1) join.Include(nodes_[--last]);
  }
  return join;
}

int64_t SegmentTree::LeastLow(size_t first, size_t last) const {
  return Join(first, last).low;
}

int64_t SegmentTree::GreatestHigh(size_t first, size_t last) const {
  return Join(first, last).high;
}

}  // namespace tfprof
