// SPDX-License-Identifier: Apache-2.0
// The events of recordings for timelines: host threads, executions on their
// devices' clocks, and all other lines.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/trace.h"
#include "recorded/capture.h"

namespace tfprof {

// The windows of steps in a process: rows of Capture::steps.
std::vector<TimeSpan> WindowSpansOf(const Capture& capture, uint32_t process,
                                    std::span<const uint32_t> steps);

// All events of a process. REQUIRES: it was read with
// RecordedHost::other_events.
Trace EventsOf(const RecordedProcess& process);

// The events that lie in a window, if only in part.
Trace EventsIn(const RecordedProcess& process, std::vector<TimeSpan> windows);

// The number of events of a process.
uint64_t CountEvents(const RecordedProcess& process);

// Events of threads whose times no run can have: no trace has them.
uint64_t CountImpossibleEvents(const RecordedProcess& process);

}  // namespace tfprof
