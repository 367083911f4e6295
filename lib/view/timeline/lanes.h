// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tfprof {

// Lanes by number, each with the end of what was put there last. In a tree of
// minima the first lane that is free is found without looking at all of them.
template <typename Time>
class Lanes {
 public:
  // `long_ago` is when lanes ended that were never used.
  explicit Lanes(Time long_ago) : long_ago_(long_ago) {}

  // Puts something into the first lane that has ended by `latest`, or into a
  // new one; returns its number.
  uint32_t Take(Time latest, Time end) {
    if (size_ == 0 || least_[1] > latest) Grow();
    size_t at = 1;
    while (at < size_) at = least_[2 * at] <= latest ? 2 * at : 2 * at + 1;
    const auto lane = static_cast<uint32_t>(at - size_);
    for (least_[at] = end; at > 1;) {
      at /= 2;
      least_[at] = std::min(least_[2 * at], least_[2 * at + 1]);
    }
    return lane;
  }

 private:
  // Doubles the number of lanes.
  void Grow() {
    const size_t old = size_;
    size_ = std::max<size_t>(1, 2 * old);
    std::vector<Time> least(2 * size_, long_ago_);
    for (size_t lane = 0; lane < old; ++lane) {
      least[size_ + lane] = least_[old + lane];
    }
    for (size_t at = size_; --at > 0;) {
      least[at] = std::min(least[2 * at], least[2 * at + 1]);
    }
    least_ = std::move(least);
  }

  const Time long_ago_;
  size_t size_ = 0;
  std::vector<Time> least_;  // root at 1, lane i at size_ + i
};

}  // namespace tfprof
