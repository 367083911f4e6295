// SPDX-License-Identifier: Apache-2.0
// Which node the events of a line lie in.
#pragma once

#include <cstdint>
#include <deque>

#include "base/ids.h"
#include "model/xspace/file_event.h"

namespace tfprof {

class CallStack {
 public:
  struct Place {
    uint32_t node = Id<void>::kNone;  // the closest that it lies in
    uint32_t distance = 0;            // one more than events in between
  };

  // Where the next event of the line lies. `node` is its own, or none.
  // tfprof: in the order of the file, the closest open event that includes
  // this one in full holds it, and all others are closed for good. What runs
  // asynchronously neither lies in anything nor holds anything.
  Place Enter(const FileEvent& event, uint32_t node) {
    if (event.stats.Signed(RecordedStat::kAsync) != 0) return {};
    while (!open_.empty() && !open_.back().Includes(event)) open_.pop_back();
    const Place place = open_.empty() ? Place() : open_.back().inside;
    const Place inside = node != Id<void>::kNone
                             ? Place{node, 1}
                             : Place{place.node, place.distance + 1};
    open_.push_back({event.begin_ps, event.end_ps(), inside});
    return place;
  }

 private:
  struct Open {
    int64_t begin_ps;
    int64_t end_ps;
    Place inside;

    bool Includes(const FileEvent& event) const {
      return begin_ps <= event.begin_ps && end_ps >= event.end_ps();
    }
  };

  std::deque<Open> open_;  // of nests without end no copy is made
};

}  // namespace tfprof
