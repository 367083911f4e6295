// SPDX-License-Identifier: Apache-2.0
// Stretches of time by step and by what they are. Successive stretches that
// touch, as those of nested events mostly do, become one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/chunked_vector.h"
#include "model/xspace/step_part.h"

namespace tfprof {

class SpanList {
 public:
  struct Span {
    int64_t begin_ps = 0;
    int64_t end_ps = 0;
  };

  // Spans of one step and kind that came one after the other.
  struct Run {
    int64_t step = 0;
    size_t first = 0;     // of the spans; it ends where the next run begins
    uint32_t device = 0;  // once it is known
    StepPart part = StepPart::kUnknown;
  };

  void Add(int64_t step, StepPart part, int64_t begin_ps, int64_t end_ps) {
    const bool continues = !runs_.empty() && runs_.back().step == step &&
                           runs_.back().part == part;
    if (continues && begin_ps < end_ps && last_.begin_ps < last_.end_ps &&
        last_.begin_ps <= begin_ps && begin_ps <= last_.end_ps) {
      if (end_ps > last_.end_ps) last_.end_ps = end_ps;
      return;
    }
    Finish();
    if (!continues) runs_.Push({step, spans_.size(), 0, part});
    last_ = {begin_ps, end_ps};
    has_last_ = true;
  }

  // After the last span.
  void Finish() {
    if (has_last_) spans_.Push(last_);
    has_last_ = false;
  }

  // Puts the runs of a line behind these. Both are finished.
  void Append(SpanList line, uint32_t device) {
    const size_t first = spans_.size();
    line.runs_.Drain([&](Run run) {
      run.first += first;
      run.device = device;
      runs_.Push(run);
    });
    spans_.Append(std::move(line.spans_));
  }

  const ChunkedVector<Run>& runs() const { return runs_; }

  // Calls `take(span)` for each of a run.
  template <typename Take>
  void ForEachOf(size_t run, Take take) const {
    const size_t end =
        run + 1 < runs_.size() ? runs_[run + 1].first : spans_.size();
    spans_.ForEach(runs_[run].first, end, take);
  }

 private:
  ChunkedVector<Run> runs_;
  ChunkedVector<Span> spans_;
  Span last_;
  bool has_last_ = false;
};

}  // namespace tfprof
