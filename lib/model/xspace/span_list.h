// SPDX-License-Identifier: Apache-2.0
// Stretches of time by step and by what they are. Successive stretches that
// touch, as those of nested events mostly do, become one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/chunked_vector.h"
#include "base/varints.h"
#include "model/xspace/step_part.h"

namespace tfprof {

// Spans are the bulk of what is kept of a recording, and mostly come in order,
// so that the difference of each to the one before it takes few bytes.
class SpanList {
 public:
  struct Span {
    int64_t begin_ps = 0;
    int64_t end_ps = 0;
  };

  // Spans of one step and kind that came one after the other.
  struct Run {
    int64_t step = 0;
    int64_t base_ps = 0;  // what the first one counts from
    size_t first = 0;     // of the bytes; it ends where the next run begins
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
    if (!continues) runs_.Push({step, base_ps_, numbers_.bytes(), 0, part});
    last_ = {begin_ps, end_ps};
    has_last_ = true;
  }

  // After the last span.
  void Finish() {
    if (!has_last_) return;
    numbers_.PushStep(static_cast<uint64_t>(base_ps_),
                      static_cast<uint64_t>(last_.begin_ps));
    numbers_.Push(static_cast<uint64_t>(last_.end_ps - last_.begin_ps));
    base_ps_ = last_.end_ps;
    has_last_ = false;
  }

  // Puts the runs of a line behind these. Both are finished.
  void Append(SpanList line, uint32_t device) {
    const size_t first = numbers_.bytes();
    line.runs_.Drain([&](Run run) {
      run.first += first;
      run.device = device;
      runs_.Push(run);
    });
    numbers_.Append(std::move(line.numbers_));
  }

  const ChunkedVector<Run>& runs() const { return runs_; }

  // Calls `take(span)` for each of a run.
  template <typename Take>
  void ForEachOf(size_t run, Take take) const {
    const size_t end =
        run + 1 < runs_.size() ? runs_[run + 1].first : numbers_.bytes();
    Varints::Reader reader(numbers_, runs_[run].first);
    int64_t base_ps = runs_[run].base_ps;
    while (reader.at() < end) {
      Span span;
      span.begin_ps =
          static_cast<int64_t>(reader.TakeStep(static_cast<uint64_t>(base_ps)));
      span.end_ps = span.begin_ps + static_cast<int64_t>(reader.Take());
      base_ps = span.end_ps;
      take(span);
    }
  }

 private:
  ChunkedVector<Run> runs_;
  Varints numbers_;
  Span last_;
  bool has_last_ = false;
  int64_t base_ps_ = 0;
};

}  // namespace tfprof
