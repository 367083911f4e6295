// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tfprof {

// Rows of two numbers, such as spans. Finds the last row that fits, such as one
// that overlaps another span, without looking at all rows.
class SegmentTree {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  SegmentTree() = default;

  // REQUIRES: as many lows as highs.
  SegmentTree(std::span<const int64_t> lows, std::span<const int64_t> highs);

  // The last row of [first, last) with a low of `most_low` at most and a high
  // of `least_high` at least, or kNone. Takes logarithmic time if rows are
  // sorted by low or by high.
  size_t FindLast(size_t first, size_t last, int64_t most_low,
                  int64_t least_high) const;

  // Of rows [first, last). REQUIRES: first < last.
  int64_t LeastLow(size_t first, size_t last) const;
  int64_t GreatestHigh(size_t first, size_t last) const;

 private:
  struct Node {
    int64_t low = INT64_MAX;   // the least
    int64_t high = INT64_MIN;  // the greatest

    void Include(const Node& other);
  };

  // Of the rows of `node`, which are [begin, begin + width).
  size_t FindBelow(size_t node, size_t begin, size_t width, size_t first,
                   size_t last, const Node& wanted) const;

  Node Join(size_t first, size_t last) const;

  size_t leaves_ = 0;        // a power of two
  std::vector<Node> nodes_;  // children of i are 2i and 2i + 1
};

}  // namespace tfprof
