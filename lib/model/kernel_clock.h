// SPDX-License-Identifier: Apache-2.0
// Releases 2.x before 2025 count the times of a GPU's lines from the start of
// the tracer, not from the epoch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tfprof {

// True if the first kernel or copy and the first operation are further apart
// than any step is long (an hour; both in ns).
bool IsOtherClock(int64_t first_operation, int64_t first_work);

struct LaunchTime {
  uint64_t node = 0;     // a number unique to its name
  int64_t start = 0;     // in ns
  int64_t op_start = 0;  // in ns
};

// The start of a kernel or a copy.
struct WorkTime {
  uint64_t node = 0;  // the node that launched it
  int64_t start = 0;  // in ns, of the other clock
};

// The offset in ns for the times of the work, so that none begins before its
// launch and at least one begins with it. It is too small by the shortest
// launch latency. Launches and work of a node correspond in order; a node whose
// work is not a multiple of its launches is left out. REQUIRES: neither is
// empty.
int64_t KernelClockOffset(std::vector<LaunchTime> launches,
                          std::vector<WorkTime> work);

// The same, or 0 if there are no launches or no work, or both have one clock.
int64_t OffsetIfOtherClock(std::vector<LaunchTime> launches,
                           std::vector<WorkTime> work);

}  // namespace tfprof
