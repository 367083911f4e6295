// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tfprof {

// A segment tree over rows of two numbers, such as spans. Finds the last row
// that meets two bounds, such as one that overlaps a span, without a scan.
class SegmentTree {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  SegmentTree() = default;

  // REQUIRES: as many lows as highs.
  SegmentTree(std::span<const int64_t> lows, std::span<const int64_t> highs);

  // The last row of [first, last) whose low is at most `most_low` and whose
  // high is at least `least_high`, or kNone. Takes logarithmic time if rows are
  // sorted by low or by high.
  size_t FindLast(size_t first, size_t last, int64_t most_low,
                  int64_t least_high) const;

  // The minimum of lows in [first, last). REQUIRES: first < last.
  int64_t LeastLow(size_t first, size_t last) const;
  int64_t GreatestHigh(size_t first, size_t last) const;

 private:
  struct Node {
    int64_t low = INT64_MAX;   // the least
    int64_t high = INT64_MIN;  // the greatest

    void Include(const Node& other);
  };

  // Searches the rows [begin, begin + width) of `node`.
  size_t FindBelow(size_t node, size_t begin, size_t width, size_t first,
                   size_t last, const Node& wanted) const;

  Node Join(size_t first, size_t last) const;

  size_t leaves_ = 0;        // a power of two
  std::vector<Node> nodes_;  // children of i are 2i and 2i + 1
};

}  // namespace tfprof
