// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/packed_links.h"

#include <algorithm>

namespace tfprof {

void ExecutorList::Push(const Stretch& stretch) {
  if (size_ % kStretchesOfMark == 0)
    marks_.push_back({last_, numbers_.bytes()});
  numbers_.PushStep(last_.node, stretch.node);
  numbers_.PushStep(last_.iteration, stretch.iteration);
  numbers_.PushStep(static_cast<uint64_t>(last_.begin_ps),
                    static_cast<uint64_t>(stretch.begin_ps));
  last_ = stretch;
  ++size_;
}

std::optional<uint32_t> ExecutorList::IterationOf(uint32_t node) const {
  // The last mark whose preceding stretches are all of earlier nodes.
  const auto above =
      std::upper_bound(marks_.begin(), marks_.end(), node,
                       [](uint32_t wanted, const Mark& mark) {
                         return mark.at > 0 && mark.before.node >= wanted;
                       });
  if (above == marks_.begin()) return std::nullopt;
  const auto mark = above - 1;
  const auto first = static_cast<size_t>(mark - marks_.begin());
  const size_t end = std::min(size_, (first + 1) * kStretchesOfMark) -
                     first * kStretchesOfMark;
  Varints::Reader reader(numbers_, mark->at);
  Stretch stretch = mark->before;
  for (size_t i = 0; i < end; ++i) {
    stretch = Next(reader, stretch);
    if (stretch.node == node) return stretch.iteration;
  }
  return std::nullopt;
}

}  // namespace tfprof
