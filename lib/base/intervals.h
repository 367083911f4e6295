// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/small_vector.h"

namespace tfprof {

// A set of times as a union of spans [start, end). Empty spans are ignored.
class Intervals {
 public:
  struct Span {
    int64_t start = 0;
    int64_t end = 0;
  };

  void Add(int64_t start, int64_t end) {
    if (start >= end) return;
    // Records are usually in order, and often adjacent.
    if (!spans_.empty() && start <= spans_.back().end &&
        spans_.back().start <= end) {
      Span& last = spans_.back();
      last = {std::min(last.start, start), std::max(last.end, end)};
    } else {
      spans_.push_back({start, end});
    }
  }

  void Add(const Intervals& other) {
    const size_t here = spans_.size();
    spans_.resize(here + other.spans_.size());
    std::copy(other.spans_.begin(), other.spans_.end(), spans_.begin() + here);
  }

  // Sorts and merges the spans. The other functions require it after the last
  // Add.
  void Normalize();

  bool empty() const { return spans_.empty(); }

  int64_t Length() const;

  // The length of the intersection with `other`.
  int64_t OverlapWith(const Intervals& other) const;

  const SmallVector<Span>& spans() const { return spans_; }

 private:
  SmallVector<Span> spans_;  // a device often has a single record in a step
};

}  // namespace tfprof
