// SPDX-License-Identifier: Apache-2.0
#include "base/segment_tree.h"

#include <algorithm>
#include <random>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("the last pair that fits is that of a plain search") {
  std::mt19937 random(7);
  const auto below = [&](int64_t limit) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(limit));
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<int64_t> lows, highs;
    for (int64_t i = below(40) + 1; i > 0; --i) {
      lows.push_back(below(20));
      highs.push_back(below(20));
    }
    const SegmentTree tree(lows, highs);
    const auto first = static_cast<size_t>(below(20));
    const size_t last = std::min(lows.size(), first + 1 + below(20));
    const int64_t most_low = below(20);
    const int64_t least_high = below(20);
    size_t expected = SegmentTree::kNone;
    for (size_t i = first; i < last; ++i) {
      if (lows[i] <= most_low && highs[i] >= least_high) expected = i;
    }
    CHECK(tree.FindLast(first, last, most_low, least_high) == expected);
    if (first >= last) continue;
    const auto begin = static_cast<ptrdiff_t>(first);
    const auto end = static_cast<ptrdiff_t>(last);
    CHECK(tree.LeastLow(first, last) ==
          *std::min_element(lows.begin() + begin, lows.begin() + end));
    CHECK(tree.GreatestHigh(first, last) ==
          *std::max_element(highs.begin() + begin, highs.begin() + end));
  }
}

TEST_CASE("nothing is in a tree without rows") {
  CHECK(SegmentTree({}, {}).FindLast(0, 0, INT64_MAX, INT64_MIN) ==
        SegmentTree::kNone);
}

}  // namespace tfprof
