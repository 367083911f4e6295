// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/chunked_vector.h"
#include "base/room_for.h"
#include "base/varints.h"
#include "model/kernel_clock.h"

namespace tfprof {

// The start times of a line's records in a step, in order. There may be
// millions, or very many lines with one each: the first is inline, the others
// take about 11 bytes.
class LineStarts {
 public:
  void Add(const LaunchTime& time) {
    if (size_++ == 0) {
      first_ = time;
      last_start_ = time.start;
      return;
    }
    if (more_ == nullptr) more_ = std::make_unique<More>();
    more_->nodes.Push(time.node);
    more_->times.PushStep(Bits(last_start_), Bits(time.start));
    more_->times.PushStep(Bits(time.start), Bits(time.op_start));
    last_start_ = time.start;
  }

  size_t size() const { return size_; }

  void AppendTo(std::vector<LaunchTime>& times) const {
    MakeRoomFor(size_, times);
    ForEach([&](const LaunchTime& time) { times.push_back(time); });
  }

  template <typename Take>
  void ForEach(Take take) const {
    if (size_ == 0) return;
    take(first_);
    if (more_ == nullptr) return;
    Varints::Reader times(more_->times);
    uint64_t start = Bits(first_.start);
    more_->nodes.ForEach([&](uint64_t node) {
      start = times.TakeStep(start);
      const uint64_t op_start = times.TakeStep(start);
      take(LaunchTime{node, static_cast<int64_t>(start),
                      static_cast<int64_t>(op_start)});
    });
  }

 private:
  struct More {
    ChunkedVector<uint64_t> nodes;
    Varints times;  // from the previous start, and from there to op_start
  };

  static uint64_t Bits(int64_t time) { return static_cast<uint64_t>(time); }

  size_t size_ = 0;
  LaunchTime first_;
  int64_t last_start_ = 0;
  std::unique_ptr<More> more_;
};

}  // namespace tfprof
