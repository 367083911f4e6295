// SPDX-License-Identifier: Apache-2.0
// Stretches of time by step and by what they are. What follows each other and
// touches becomes one, which nested events mostly do.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/growing.h"
#include "model/xspace/step_part.h"

namespace tfprof {

// They are the bulk of what is kept of a recording, and mostly come in order,
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
    if (!continues) runs_.Push({step, base_ps_, bytes_.size(), part});
    last_ = {begin_ps, end_ps};
    has_last_ = true;
  }

  // After the last span.
  void Finish() {
    if (!has_last_) return;
    const auto gap = static_cast<uint64_t>(last_.begin_ps - base_ps_);
    // Small whether it is before or behind.
    PushNumber((gap << 1) ^ (last_.begin_ps < base_ps_ ? ~uint64_t{0} : 0));
    PushNumber(static_cast<uint64_t>(last_.end_ps - last_.begin_ps));
    base_ps_ = last_.end_ps;
    has_last_ = false;
  }

  const Growing<Run>& runs() const { return runs_; }

  // Calls `take(span)` for each of a run.
  template <typename Take>
  void ForEachOf(size_t run, Take take) const {
    const size_t end =
        run + 1 < runs_.size() ? runs_[run + 1].first : bytes_.size();
    int64_t base_ps = runs_[run].base_ps;
    for (size_t at = runs_[run].first; at < end;) {
      const uint64_t gap = TakeNumber(at);
      Span span;
      span.begin_ps = base_ps + static_cast<int64_t>((gap >> 1) ^
                                                     (uint64_t{0} - (gap & 1)));
      span.end_ps = span.begin_ps + static_cast<int64_t>(TakeNumber(at));
      base_ps = span.end_ps;
      take(span);
    }
  }

 private:
  void PushNumber(uint64_t value) {
    constexpr size_t kMostBytes = 10;
    if (uint8_t* const begin = bytes_.Room(kMostBytes)) {
      uint8_t* at = begin;
      for (; value > 127; value >>= 7) {
        *at++ = static_cast<uint8_t>(value | 128);
      }
      *at++ = static_cast<uint8_t>(value);
      bytes_.Took(static_cast<size_t>(at - begin));
      return;
    }
    for (; value > 127; value >>= 7) {
      bytes_.Push(static_cast<uint8_t>(value | 128));
    }
    bytes_.Push(static_cast<uint8_t>(value));
  }

  uint64_t TakeNumber(size_t& at) const {
    uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const uint8_t byte = bytes_[at++];
      value |= uint64_t{byte & 127u} << shift;
      if (byte < 128) return value;
    }
  }

  Growing<Run> runs_;
  Growing<uint8_t> bytes_;
  Span last_;
  bool has_last_ = false;
  int64_t base_ps_ = 0;
};

}  // namespace tfprof
