// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/memory_allowance.h"

namespace tfprof {

// The hash index of the project: rows of a table by the hash of their keys. The
// owner of the table has the rows; the index has row numbers with half of their
// hashes, which are used for growing and rule out most mismatches without
// reading rows.
class TableIndex {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  bool empty() const { return rows_ == 0; }

  // Prefetches the memory that the functions below read first.
  void Expect(size_t hash) const {
    if (buckets_.empty()) return;
    __builtin_prefetch(&buckets_[hash & (buckets_.size() - 1)]);
  }

  // The first row with this hash, or kNone: most often the wanted one.
  uint32_t FirstOfHash(size_t hash) const {
    return Find(hash, [](uint32_t) { return true; });
  }

  // The row with this hash for which `is_wanted(row)` is true, or kNone.
  template <typename IsWanted>
  uint32_t Find(size_t hash, IsWanted is_wanted) const {
    if (buckets_.empty()) return kNone;
    return buckets_[BucketOf(static_cast<uint32_t>(hash), is_wanted)].row;
  }

  // Grows the index for as many rows in all.
  void Reserve(size_t rows) {
    if (4 * rows > 3 * buckets_.size()) Grow(rows);
  }

  // The same, but adds and returns `row` if there is none.
  template <typename IsWanted>
  uint32_t FindOrAdd(size_t hash, uint32_t row, IsWanted is_wanted) {
    Reserve(rows_ + 1);
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

  // The bucket of the wanted row, or the free one for it. REQUIRES: there are
  // buckets.
  template <typename IsWanted>
  size_t BucketOf(uint32_t hash, IsWanted is_wanted) const {
    const size_t mask = buckets_.size() - 1;
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
      const Bucket& bucket = buckets_[at];
      if (bucket.row == kNone) return at;
      if (bucket.hash == hash && is_wanted(bucket.row)) return at;
    }
  }

  void Grow(size_t rows) {
    const size_t size = std::max(std::bit_ceil(2 * rows), kFewestBuckets);
    ChargeBlock(size * sizeof(Bucket));
    const std::vector<Bucket> old =
        std::exchange(buckets_, std::vector<Bucket>(size));
    const size_t mask = buckets_.size() - 1;
    for (const Bucket& bucket : old) {
      if (bucket.row == kNone) continue;
      size_t at = bucket.hash & mask;
      while (buckets_[at].row != kNone) at = (at + 1) & mask;
      buckets_[at] = bucket;
    }
  }

  size_t rows_ = 0;
  // Open addressing with linear probing; the size is a power of two, at least a
  // quarter of it free.
  std::vector<Bucket> buckets_;
};

}  // namespace tfprof
