// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/waiting/host_view.h"

namespace tfprof {

// The work of the input pipeline: the deepest iterator of tf.data that runs at
// a moment, on any thread.
class InputStages {
 public:
  // `view` must outlive this.
  explicit InputStages(const HostView& view);

  // Calls `take(length_ps, stage, label)` for [begin_ps, end_ps); an empty
  // stage if no iterator ran.
  template <typename Take>
  void ForEach(int64_t begin_ps, int64_t end_ps, Take take) const {
    auto span = std::partition_point(
        spans_.begin(), spans_.end(),
        [&](const Span& it) { return it.end_ps <= begin_ps; });
    int64_t at_ps = begin_ps;
    for (; span != spans_.end() && span->begin_ps < end_ps; ++span) {
      const int64_t from_ps = std::max(span->begin_ps, begin_ps);
      const int64_t to_ps = std::min(span->end_ps, end_ps);
      if (from_ps > at_ps) {
        take(from_ps - at_ps, std::string_view(), std::string_view());
      }
      take(to_ps - from_ps, StageOf(span->iterator), LabelOf(span->iterator));
      at_ps = to_ps;
    }
    if (at_ps < end_ps) {
      take(end_ps - at_ps, std::string_view(), std::string_view());
    }
  }

 private:
  // A stretch of time in which an iterator, a row of HostEvents, is the
  // innermost on its thread, or the deepest of all.
  struct Span {
    int64_t begin_ps = 0;
    int64_t end_ps = 0;
    uint32_t iterator = kNoRow;
  };

  std::string_view StageOf(uint32_t iterator) const;
  // The stat `name` of an iterator, which the reader keeps as its type.
  std::string_view LabelOf(uint32_t iterator) const;
  std::vector<Span> FindSpans() const;
  bool IsDeeper(uint32_t a, uint32_t b) const;

  const HostView& view_;
  std::vector<uint32_t> depth_of_name_;  // by row of HostEvents::names; 0: none
  std::vector<Span> spans_;              // disjoint, in order of time
};

}  // namespace tfprof
