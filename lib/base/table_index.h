// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tfprof {

// Finds the row of a table that is equal to something. The rows lie with
// whoever owns the table: here they are numbers with half of their hashes, by
// which the index grows and tells most rows apart without looking at them.
class TableIndex {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // The row for which `is_wanted(row)` is true, of those with this hash. kNone
  // if there is none.
  template <typename IsWanted>
  uint32_t Find(size_t hash, IsWanted is_wanted) const {
    if (buckets_.empty()) return kNone;
    return buckets_[BucketOf(static_cast<uint32_t>(hash), is_wanted)].row;
  }

  // The same, but adds `row` if there is none and returns that.
  template <typename IsWanted>
  uint32_t FindOrAdd(size_t hash, uint32_t row, IsWanted is_wanted) {
    if (4 * (rows_ + 1) > 3 * buckets_.size()) Grow();
    const auto half = static_cast<uint32_t>(hash);
    Bucket& bucket = buckets_[BucketOf(half, is_wanted)];
    if (bucket.row == kNone) {
      bucket = {half, row};
      ++rows_;
    }
    return bucket.row;
  }

 private:
  struct Bucket {
    uint32_t hash = 0;
    uint32_t row = kNone;
  };

  static constexpr size_t kFewestBuckets = 16;

  // The bucket of the wanted row, or the free one that it would take. REQUIRES:
  // there are buckets.
  template <typename IsWanted>
  size_t BucketOf(uint32_t hash, IsWanted is_wanted) const {
    const size_t mask = buckets_.size() - 1;
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
      const Bucket& bucket = buckets_[at];
      if (bucket.row == kNone) return at;
      if (bucket.hash == hash && is_wanted(bucket.row)) return at;
    }
  }

  void Grow() {
    const std::vector<Bucket> old = std::exchange(
        buckets_,
        std::vector<Bucket>(std::max(2 * buckets_.size(), kFewestBuckets)));
    const size_t mask = buckets_.size() - 1;
    for (const Bucket& bucket : old) {
      if (bucket.row == kNone) continue;
      size_t at = bucket.hash & mask;
      while (buckets_[at].row != kNone) at = (at + 1) & mask;
      buckets_[at] = bucket;
    }
  }

  size_t rows_ = 0;
  // A power of two, of which a quarter is free at least. A row is in the first
  // free one from where its hash points.
  std::vector<Bucket> buckets_;
};

}  // namespace tfprof
