// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "recorded/recorded_host.h"

namespace tfprof {

// Which event of a host thread is the innermost one, from when on. Times are
// picoseconds.
class FlatLines {
 public:
  struct Change {
    int64_t at_ps = 0;
    uint32_t top = kNoRow;  // of HostEvents; kNoRow: nothing is open
  };

  // Finds the changes of all host threads.
  explicit FlatLines(const RecordedHost& host);

  // The changes of a line, in order of time, no two at one moment.
  std::span<const Change> Of(uint32_t line) const {
    return std::span(changes_).subspan(
        first_of_line_[line], first_of_line_[line + 1] - first_of_line_[line]);
  }

  // The innermost event at a moment; kNoRow without one.
  uint32_t TopAt(uint32_t line, int64_t at_ps) const;

  // The innermost event that is open where an event begins; kNoRow without
  // one. An event that outlasts the one around it counts as being inside, and
  // one without length is around nothing.
  uint32_t ParentOf(uint32_t event) const { return parents_[event]; }

 private:
  class Nester;

  std::vector<Change> changes_;
  std::vector<uint64_t> first_of_line_;
  std::vector<uint32_t> parents_;
};

}  // namespace tfprof
