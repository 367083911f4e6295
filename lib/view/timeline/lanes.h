// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/column.h"

namespace tfprof {

// Lanes by number, each with the end of its last item. A segment tree with the
// least end of each block of lanes finds the first free lane without a scan and
// takes little memory: millions of executions may need a lane each.
template <typename Time>
class Lanes {
 public:
  // `never`: no item ends after this time.
  explicit Lanes(Time never) : never_(never) {}

  // Assigns an item to the first lane that is free at `latest`, or to a new
  // one; returns its number.
  uint32_t Take(Time latest, Time end) {
    size_t lane = FirstBlock(latest) * kLanes;
    while (lane < ends_.size() && ends_[lane] > latest) ++lane;
    if (lane == ends_.size()) {
      ends_.push_back(end);
    } else {
      ends_.Set(lane, end);
    }
    SetLeast(lane / kLanes);
    return static_cast<uint32_t>(lane);
  }

 private:
  static constexpr size_t kLanes = 16;  // per block

  // The first block with a lane that is free at `latest`, else the block of the
  // next new lane.
  size_t FirstBlock(Time latest) const {
    if (ends_.size() == 0 || least_[1] > latest) return ends_.size() / kLanes;
    size_t at = 1;
    while (at < blocks_) at = least_[2 * at] <= latest ? 2 * at : 2 * at + 1;
    return at - blocks_;
  }

  void SetLeast(size_t block) {
    if (block == blocks_) Grow();
    const size_t end = std::min((block + 1) * kLanes, ends_.size());
    Time least = never_;
    for (size_t lane = block * kLanes; lane < end; ++lane) {
      least = std::min(least, ends_[lane]);
    }
    size_t at = blocks_ + block;
    for (least_[at] = least; at > 1;) {
      at /= 2;
      least_[at] = std::min(least_[2 * at], least_[2 * at + 1]);
    }
  }

  // Doubles the number of blocks.
  void Grow() {
    const size_t old = blocks_;
    blocks_ = std::max<size_t>(1, 2 * old);
    std::vector<Time> least(2 * blocks_, never_);
    std::copy(least_.begin() + static_cast<long>(old), least_.end(),
              least.begin() + static_cast<long>(blocks_));
    for (size_t at = blocks_; --at > 0;) {
      least[at] = std::min(least[2 * at], least[2 * at + 1]);
    }
    least_ = std::move(least);
  }

  const Time never_;
  Column<Time> ends_;  // by lane
  size_t blocks_ = 0;
  std::vector<Time> least_;  // root at 1, block i at blocks_ + i
};

}  // namespace tfprof
