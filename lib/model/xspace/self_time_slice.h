// SPDX-License-Identifier: Apache-2.0
// What ran when in a step of a recording, and what released what: the basis of
// its critical path.
#pragma once

#include <cstdint>

namespace tfprof {

// Time of a line that one execution had to itself. Those of a line come one
// after the other: what an operation runs in it cuts its time into several.
struct SelfTimeSlice {
  uint32_t row = 0;  // of Recording::rows
  uint32_t line = 0;
  int64_t begin_ps = 0;
  int64_t end_ps = 0;
  int64_t step = -1;  // Recording::kNoStep of what belongs to none
};

// A moment at which a line released others, or went on because of another. A
// release is the cause of what goes on with the same type and key.
struct Handoff {
  // Of a kernel and what launched it, which are known by a correlation id.
  static constexpr uint32_t kLaunch = UINT32_MAX;

  uint64_t key = 0;
  uint32_t type = 0;
  bool gives = false;
  bool at_end = false;  // goes on when the giver ends: XLA's "end: dot.1"
  uint32_t line = 0;
  int64_t at_ps = 0;
};

}  // namespace tfprof
