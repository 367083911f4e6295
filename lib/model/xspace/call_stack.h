// SPDX-License-Identifier: Apache-2.0
// Which node the events of a line lie in.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>

#include "base/ids.h"
#include "model/xspace/event.h"
#include "model/xspace/event_name.h"

namespace tfprof {

class CallStack {
 public:
  struct Place {
    uint32_t node = Id<void>::kNone;  // the closest that it lies in
    uint32_t distance = 0;            // one more than events in between
  };

  // With `regions`, what a thread of a pool takes up holds all that follows
  // until the thread puts it down. TensorFlow's tools end it at once.
  explicit CallStack(bool regions) : regions_(regions) {}

  // Where the next event of the line lies. `node` is its own, or none.
  // tfprof: in the order of the file, the closest open event that includes
  // this one in full holds it, and all others are closed for good. What runs
  // asynchronously neither lies in anything nor holds anything.
  Place Enter(const XEvent& event, EventType type, uint32_t node) {
    if (event.Stat(StatKey::kAsync).Signed() != 0) return {};
    while (!open_.empty() && !open_.back().Includes(event)) open_.pop_back();
    const Place place = open_.empty() ? Place() : open_.back().inside;
    const Place inside = node != Id<void>::kNone
                             ? Place{node, 1}
                             : Place{place.node, place.distance + 1};
    if (regions_ && type == EventType::kRegionBegin) {
      constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
      open_.push_back({-kMost, kMost, true, inside});
      ++open_regions_;
    } else if (regions_ && type == EventType::kRegionEnd) {
      CloseRegion();
    } else {
      open_.push_back({event.begin_ps, event.end_ps(), false, inside});
    }
    return place;
  }

 private:
  struct Open {
    int64_t begin_ps;
    int64_t end_ps;
    bool is_region;
    Place inside;

    bool Includes(const XEvent& event) const {
      return begin_ps <= event.begin_ps && end_ps >= event.end_ps();
    }
  };

  void CloseRegion() {
    if (open_regions_ == 0) return;
    while (!open_.back().is_region) open_.pop_back();
    open_.pop_back();
    --open_regions_;
  }

  const bool regions_;
  std::deque<Open> open_;  // of nests without end no copy is made
  size_t open_regions_ = 0;
};

}  // namespace tfprof
